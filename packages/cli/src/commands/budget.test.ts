import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid } from '../run-command.test-helper.js';

let folder: string;
const run = (...words: string[]) => ibid('budget', ...words, '--data', join(folder, 'data'));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-cli-budget-'));
  vi.stubEnv('OLLAMA_HOST', 'off');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('ORG-5 budgets on the command line', () => {
  it('sets those of a role, and shows what is used of them', async () => {
    expect((await run()).out).toContain('tokensPerDay    0 no limit');
    const set = await run('administrator', '--tokens-per-day', '5000', '--storage-mb', '2.5');
    expect(set.out).toContain('storageBytes    2.5 MB');
    const own = await run();
    expect(own.out).toMatch(/tokensPerDay {4}0 of 5,000, resets \d{4}-\d\d-\d\dT00:00:00\.000Z/u);
    expect((await run('administrator', '--tokens-per-day', 'role')).out).toContain(
      'tokensPerDay    no limit',
    );
    expect(JSON.parse((await run('administrator', '--json')).out)).toEqual({ storageBytes: 2_500_000 });
  });

  it('are told of before they are used up, by the commands that use them', async () => {
    await run('administrator', '--tokens-per-day', '0', '--storage-mb', '0');
    const data = ['--data', join(folder, 'data')];
    const asked = await ibid('ask', 'Who mends the net?', ...data);
    expect(asked.err).toMatch(/Used up: tokens per day, \d+ of 0; resets \d{4}-\d\d-\d\dT00:00/u);
    expect((await ibid('ask', 'Who mends the net?', '--quiet', ...data)).err).not.toContain('Used up');
    writeFileSync(join(folder, 'nets.txt'), 'The net dries on the quay.');
    const taken = await ibid('ingest', join(folder, 'nets.txt'), '--kb', 'Nets', ...data);
    expect(taken.err).toContain('Used up: storage, 0.0 MB of 0.0 MB.');
    expect(taken.err).not.toContain('tokens per day');
  });

  it('says what is wrong', async () => {
    expect(await run('member', '--jobs', 'many')).toMatchObject({ code: 2 });
    expect(await run('--jobs', '2')).toMatchObject({ code: 2 });
    expect((await run('nobody', '--jobs', '2')).err).toContain('There is no user "nobody"');
  });
});
