import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMaintenance } from '../maintenance.js';
import { openServices } from '../open-services.js';
import { resolveOptions } from '../options.js';
import { INSTALLATION_SCOPE } from '../settings/system-settings.js';
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
  it('makes one when its time has come, once for all servers, and none before', async () => {
    const { services } = opened;
    const at = (hours: number) => new Date(Date.UTC(2026, 10, 16, hours));
    await backUpWhenDue(services, at(0));
    expect(await made()).toBe(0);
    await services.settings.set('system', 'backups', { everyHours: 6, keep: 5 });
    // In another second, and so with another name.
    const soonAfter = new Date(at(1).getTime() + 1_000);
    await Promise.all([backUpWhenDue(services, at(1)), backUpWhenDue(services, soonAfter)]);
    expect(await made()).toBe(1);
    expect(await lastBackup(services)).toMatchObject({ problem: null });
    await backUpWhenDue(services, at(6));
    expect(await made()).toBe(1);
    await backUpWhenDue(services, at(8));
    expect(await made()).toBe(2);
  });

  it('is looked at by a server that stays open, every minute', async () => {
    const { services } = opened;
    await services.settings.set('system', 'backups', { everyHours: 6, keep: 9 });
    const longAgo = { at: new Date(0).toISOString(), file: null, bytes: null, problem: null };
    await services.settings.set(INSTALLATION_SCOPE, 'lastBackup', longAgo);
    const before = await made();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stop = startMaintenance({ ...services, staysOpen: true });
    vi.advanceTimersByTime(60_000);
    stop();
    vi.useRealTimers();
    await expect.poll(async () => (await lastBackup(services))?.file ?? null).not.toBeNull();
    expect(await made()).toBe(before + 1);
  });
});
