export { DatabaseBusy } from './database-busy.js';
export { newId } from './new-id.js';
export { openDatabase } from './open-database.js';
export type { DialectName, OpenDatabase, OpenDatabaseOptions } from './open-database.js';
export type { Database } from './schema.js';
export type { SqliteConnection } from './sqlite-library.js';
