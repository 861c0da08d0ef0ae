import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@ibid/store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid } from '../run-command.test-helper.js';

let folder: string;
const run = (...words: string[]) => ibid(...words, '--data', join(folder, 'data'));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-cli-audit-'));
  vi.stubEnv('OLLAMA_HOST', 'off');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('ORG-2 the audit log on the command line', () => {
  it('lists what was done, by action and outcome', async () => {
    for (const name of ['winch.md', 'pump.md'])
      writeFileSync(join(folder, name), `# ${name}\n\nIt was greased in March.`);
    await run('ingest', join(folder, 'winch.md'), join(folder, 'pump.md'), '--kb', 'Deck');
    await run('delete', 'Deck', 'winch.md', '--yes');
    await run('delete', 'Deck', '--yes');
    const { out } = await run('audit', 'list');
    expect(out.split('\n').map((line) => /\) {2}(\S+)/u.exec(line)?.[1])).toEqual([
      'knowledge-base.delete',
      'item.delete',
      'folder.read',
      'folder.read',
      undefined,
    ]);
    const items = await run('audit', 'list', '--action', 'item', '--json');
    expect(JSON.parse(items.out)).toMatchObject({
      actor: { id: 'local' },
      via: 'local',
      address: 'in-process',
      target: { kind: 'item' },
      outcome: 'done',
    });
    expect(await run('audit', 'list', '--outcome', 'refused')).toMatchObject({
      code: 0,
      out: '',
      err: 'Nothing in the audit log matches.\n',
    });
    expect((await run('audit', 'list', '--since', 'yesterday-ish')).code).toBe(2);
  });

  it('exports it', async () => {
    const path = join(folder, 'audit.csv');
    await run('audit', 'export', '--format', 'csv', '--output', path);
    const rows = readFileSync(path, 'utf8').trim().split('\r\n');
    // The deletion is logged, too.
    expect(rows).toHaveLength(6);
    expect(rows[3]).toContain('item.delete');
    expect(rows[5]).toContain('audit.export');
  });

  it('verifies it, and finds what was changed afterwards', async () => {
    const whole = await run('audit', 'verify');
    expect(whole).toMatchObject({ code: 0, out: expect.stringMatching(/All is well: 5 lines/u) });
    const head = /Head: (\S+)/u.exec(whole.out)?.[1] ?? '';
    expect((await run('audit', 'verify', '--head', head)).code).toBe(0);
    expect((await run('audit', 'verify', '--head', head.replace(/:.*/u, `:${'0'.repeat(64)}`))).code).toBe(1);

    const database = await openDatabase({ folder: join(folder, 'data') });
    await database.db.updateTable('audit_head').set({ seq: 4 }).execute();
    await database.close();
    const broken = await run('audit', 'verify');
    expect(broken).toMatchObject({ code: 1, out: expect.stringContaining('The seal does not match') });
    expect(JSON.parse((await run('audit', 'verify', '--json')).out)).toMatchObject({
      faults: ['Line 4 is not the one that was written last.', expect.stringContaining('seal')],
    });
  });
});
