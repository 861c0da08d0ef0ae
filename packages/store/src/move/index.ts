export { moveDatabase, TargetNotEmpty } from './move-database.js';
