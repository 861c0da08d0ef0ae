import { createRoute } from '@hono/zod-openapi';
import { BackupStateSchema, LastBackupSchema } from '../api/schemas/index.js';
import { administratorOf } from '../auth/access.js';
import { backupFolder, lastBackup, makeBackup } from '../backups/scheduled-backup.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, problems } from '../http/route-parts.js';
import type { Auditing, Configuration, Observability } from '../services.js';

const tags = ['Backups'];

/** ORG-4: automatic backups; the schedule is a system setting. */
export function registerBackupRoutes(api: Api, services: Configuration & Observability & Auditing): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/backups',
      tags,
      summary: 'Where backups are made, and what became of the last one; administrators only',
      responses: { 200: jsonAnswer(BackupStateSchema, 'Backups'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      const isEncrypted = Boolean(services.options.environment['IBID_BACKUP_PASSPHRASE']);
      const last = await lastBackup(services);
      return context.json({ folder: backupFolder(services), isEncrypted, last }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/backups',
      tags,
      summary: 'Make a backup now; administrators only',
      responses: { 200: jsonAnswer(LastBackupSchema, 'Result of the backup'), ...problems },
    }),
    async (context) => {
      administratorOf(context);
      return context.json(await makeBackup(services), 200);
    },
  );
}
