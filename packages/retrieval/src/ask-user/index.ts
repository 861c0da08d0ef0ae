export { askUser } from './ask-user.js';
