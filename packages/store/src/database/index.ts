export { DatabaseBusy } from './database-busy.js';
export { ExtensionMissing } from './extension-missing.js';
export { isDatabaseUnavailable } from './is-database-unavailable.js';
export { newId } from './new-id.js';
export { openDatabase } from './open-database.js';
export type { DialectName, OpenDatabase, OpenDatabaseOptions } from './open-database.js';
export type { Database } from './schema.js';
export type { SqliteConnection } from './sqlite-library.js';
