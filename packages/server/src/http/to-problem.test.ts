import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@ibid/store';
import { toJson } from '@ibid/store/internal';
import { describe, expect, it } from 'vitest';
import { toProblem } from './to-problem.js';

describe('what clients are told about errors', () => {
  it('says that the disk is full, changes nothing, and goes on when there is room again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-full-'));
    let limit = (_pages: number): void => {};
    const opened = await openDatabase({
      folder,
      prepareConnection: (connection) => {
        const before = limit;
        limit = (pages) => {
          before(pages);
          connection.exec(`pragma max_page_count = ${pages}`);
        };
      },
    });
    const insert = (key: string) =>
      opened.db
        .insertInto('settings')
        .values({ scope: 'system', key, value: toJson('x'.repeat(200_000)), updated_at: '' })
        .execute();
    limit(1);
    const error = await insert('a').catch((caught: unknown) => caught);
    expect(toProblem(error)).toMatchObject({
      isUnexpected: false,
      problem: { status: 507, code: 'disk_full' },
    });
    limit(1_000_000);
    await insert('b');
    expect(await opened.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'b' }]);
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('says nothing about the inside when nobody foresaw it', () => {
    const answer = toProblem(new TypeError('cannot read secret of undefined'));
    expect(answer).toMatchObject({ isUnexpected: true, problem: { status: 500, code: 'internal_error' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});
