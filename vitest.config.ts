import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

// Tests run on the sources; only worker threads and child processes use what `npm run build` made.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@ibid\/(core|retrieval|store|server)$/, replacement: source('$1/src/index.ts') },
      { find: /^@ibid\/(core|retrieval)\/(.+)$/, replacement: source('$1/src/$2/index.ts') },
    ],
  },
  test: {
    include: [
      'packages/**/src/**/*.test.{ts,tsx}',
      'packages/**/test/**/*.test.{ts,tsx}',
      'examples/**/*.test.ts',
      'docs/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    // The server's own tests a second time, on PostgreSQL: `npm run test:postgres`.
    globalSetup:
      process.env['IBID_TEST_STORE'] === 'postgres' ? [source('server/src/acceptance/test-store.ts')] : [],
    setupFiles: [fileURLToPath(new URL('./vitest.setup.ts', import.meta.url))],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // Left alone, a machine with two cores would run one file at a time.
    maxWorkers: 2,
  },
});
