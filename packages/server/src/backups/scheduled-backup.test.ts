import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServices } from '../open-services.js';
import { resolveOptions } from '../options.js';
import { backUpWhenDue, lastBackup } from './scheduled-backup.js';

let folder: string;
let opened: Awaited<ReturnType<typeof openServices>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-schedule-'));
  const environment = { OLLAMA_HOST: 'off', IBID_BACKUP_FOLDER: join(folder, 'elsewhere') };
  opened = await openServices(
    resolveOptions({ dataFolder: join(folder, 'data'), logLevel: 'silent', embedder: 'none', environment }),
  );
});

afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

const made = async () => (await readdir(join(folder, 'elsewhere')).catch(() => [])).length;

describe('ORG-4 the schedule of backups', () => {
  it(
    'makes one when its time has come, once for all servers, and none before',
    { timeout: 120_000 },
    async () => {
      const { services } = opened;
      const at = (hours: number) => new Date(Date.UTC(2026, 10, 16, hours));
      await backUpWhenDue(services, at(0));
      expect(await made()).toBe(0);
      await services.settings.set('system', 'backups', { everyHours: 6, keep: 5 });
      await Promise.all([backUpWhenDue(services, at(1)), backUpWhenDue(services, at(1))]);
      expect(await made()).toBe(1);
      expect(await lastBackup(services)).toMatchObject({ at: at(1).toISOString(), problem: null });
      await backUpWhenDue(services, at(6));
      expect(await made()).toBe(1);
      await backUpWhenDue(services, at(7));
      expect(await made()).toBe(2);
    },
  );
});
