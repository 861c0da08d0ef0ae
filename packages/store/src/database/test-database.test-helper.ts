import { createScratchDatabase } from './scratch-database.js';
import type { ScratchDatabase } from './scratch-database.js';

/** PostgreSQL for tests, or null if none is configured; in CI that is a failure, never a skip. */
export function testServer(): string | null {
  const url = process.env['DATABASE_URL'] ?? null;
  if (!url && process.env['CI'] === 'true')
    throw new Error('DATABASE_URL is not set: in CI the tests need PostgreSQL. Run `npm run check`.');
  return url;
}

/** A separate database on the test server. */
export function createTestDatabase(server: string): Promise<ScratchDatabase> {
  return createScratchDatabase({ server, prefix: 'ibid_test' });
}
