export { moveDatabase } from './move-database.js';
