export { moveDatabase } from './move-database.js';
export { TargetNotEmpty } from './target-not-empty.js';
