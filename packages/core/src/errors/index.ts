export { IbidError } from './ibid-error.js';
