export { writeBackup } from './write-backup.js';
export { writeBackupInBackground } from './write-backup-in-background.js';
export { restoreBackup } from './restore-backup.js';
export { checkData } from './check-data.js';
