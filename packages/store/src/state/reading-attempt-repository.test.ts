import { expect, it } from 'vitest';
import { openDatabase } from '../database/open-database.js';
import { ReadingAttemptRepository } from './reading-attempt-repository.js';

it('KB-1 a file that was being read three times when the server ended is not read until a person asks', async () => {
  const database = await openDatabase({ folder: ':memory:' });
  try {
    const attempts = new ReadingAttemptRepository(database.db);
    for (let end = 0; end < 3; end += 1) {
      expect(await attempts.refusalOf('heavy')).toBeNull();
      await attempts.begin('heavy');
    }
    expect(await attempts.refusalOf('heavy')).toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('The server stopped 3 times while it was being read.'),
    });
    expect(await attempts.refusalOf('another')).toBeNull();
    await attempts.forgive('heavy', new Date(Date.now() + 60_000).toISOString());
    expect(await attempts.refusalOf('heavy')).toBeNull();
    // Read once more, and only once.
    await attempts.begin('heavy');
    expect(await attempts.refusalOf('heavy')).not.toBeNull();
    await attempts.settle('heavy');
    expect(await attempts.refusalOf('heavy')).toBeNull();
  } finally {
    await database.close();
  }
});
