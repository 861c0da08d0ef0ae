import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, SettingsRepository } from '@ibid/store/internal';
import { expect, it } from 'vitest';
import { LearnedWindows } from './model-windows.js';

const HOUR = 60 * 60 * 1000;

it('MOD-4 remembers a learned window for a day, then tries more; one that took more is forgotten at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-windows-'));
  const database = await openDatabase({ folder });
  let now = Date.parse('2026-11-16T08:00:00Z');
  const learned = () => new LearnedWindows(new SettingsRepository(database.db), () => now);
  const { onLearned } = learned().watch('ollama/small', null);
  onLearned({ tokens: 2_048, from: 'usage' });
  await expect.poll(() => learned().of('ollama/small')).toMatchObject({ tokens: 2_048, from: 'usage' });
  now += 23 * HOUR;
  expect(await learned().of('ollama/small')).toMatchObject({ tokens: 2_048 });
  expect(await learned().of('ollama/other')).toBeNull();
  now += 2 * HOUR;
  expect(await learned().of('ollama/small')).toBeNull();
  now -= 2 * HOUR;
  learned().watch('ollama/small', null).onTaken?.(4_000);
  await expect.poll(() => learned().of('ollama/small')).toBeNull();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
