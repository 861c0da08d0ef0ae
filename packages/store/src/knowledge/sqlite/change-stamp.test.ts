import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import type { OpenDatabase } from '../../database/open-database.js';
import { changeStamp } from './change-stamp.js';

const folder = mkdtempSync(join(tmpdir(), 'ibid-stamp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (database: OpenDatabase, row: number) =>
  database.db
    .insertInto('link_names')
    .values({ name_key: `name ${row}` })
    .execute();

describe('the stamp of changes', () => {
  it('stays while nothing is written and moves with every write, in a file and in memory', async () => {
    for (const place of [folder, ':memory:']) {
      const database = await openDatabase({ folder: place });
      for (let row = 0; row < 3; row += 1) {
        const before = await changeStamp(database.db);
        await database.db.selectFrom('link_names').selectAll().execute();
        expect(await changeStamp(database.db)).toBe(before);
        await write(database, row);
        expect(await changeStamp(database.db)).not.toBe(before);
      }
      await database.close();
    }
  });

  it('moves with what another opening of the same file writes', async () => {
    const mine = await openDatabase({ folder });
    const other = await openDatabase({ folder });
    const before = await changeStamp(mine.db);
    await write(other, 10);
    expect(await changeStamp(mine.db)).not.toBe(before);
    await mine.close();
    await other.close();
  });
});
