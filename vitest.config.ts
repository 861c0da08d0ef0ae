import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { bundledTests } from './scripts/bundled-tests.mjs';

const here = (path: string) => fileURLToPath(new URL(`./${path}`, import.meta.url));
const source = (path: string) => here(`packages/${path}`);
const tests = (...packages: string[]) =>
  packages.flatMap((name) => [
    `packages/${name}/src/**/*.test.{ts,tsx}`,
    `packages/${name}/test/**/*.test.{ts,tsx}`,
  ]);

const isOnPostgres = process.env['IBID_TEST_STORE'] === 'postgres';
/**
 * About models, verdicts, clients, the border and places that documents come from: they say nothing new on another
 * database. What is kept of a source is tried there by sources.test.ts. A file on SQLite alone (damaged-database) and
 * files whose every statement other files send too (attach-item, rate-limits) do not either.
 */
const withoutDatabase = [
  'against',
  'answer-balance',
  'answer-review',
  'attach-item',
  'back-reference',
  'border',
  'claims-by-meaning',
  'client-matrix',
  'clients',
  'corrections',
  'damaged-database',
  'embedding-model',
  'folder-roots',
  'hostile-shell',
  'injection',
  'item-guide',
  'killed-repair',
  'leaving-with-proof',
  'log-and-metrics',
  'ollama',
  'openai-parameters',
  'providers',
  'rate-limits',
  'retrieval-settings',
  'scans',
  'search-models',
  'second-opinion',
  'settings-secrets',
  'small-windows',
  'source-kinds',
  'tools-of-others',
  'whole-documents',
  'whole-source',
].map((name) => `packages/server/src/acceptance/${name}.test.ts`);

/** Short files that take long. Where nothing is known of earlier runs, the longest file begins first, and these end last. */
const SLOW =
  /(?:chaos|scale|kills|crash|examples|(?:postgres|sqlite)-knowledge|health-under-attack|prepare-pool|source-kinds)\.test\.ts$/u;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const alias = [
  // A log-in takes a tenth of a second at the real cost, and the tests have hundreds.
  { find: './password-cost.js', replacement: source('server/src/auth/password-cost.test-helper.ts') },
  // Tests open hundreds of databases.
  {
    find: '../migrations/migrate.js',
    replacement: source('store/src/migrations/remembered-migrate.test-helper.ts'),
  },
  { find: /^@ibid\/(core|client|retrieval|store|eval|server)$/, replacement: source('$1/src/index.ts') },
  {
    find: /^@ibid\/(core|client|retrieval|store|eval)\/internal$/,
    replacement: source('$1/src/internal.ts'),
  },
  { find: /^@ibid\/core\/(citations|context)$/, replacement: source('core/src/entrances/$1.ts') },
  { find: /^@ibid\/(core|retrieval)\/(?:internal\/)?(.+)$/, replacement: source('$1/src/$2/index.ts') },
];

// Tests run on the sources; only worker threads and child processes use what `npm run build` made.
export default defineConfig({
  resolve: { alias },
  plugins: [bundledTests(alias)],
  test: {
    // The server's acceptance tests a second time, on PostgreSQL: `npm run test:postgres`.
    globalSetup: [
      here('scripts/build-languages.mjs'),
      here('scripts/bundle.mjs'),
      ...(isOnPostgres ? [source('server/test/postgres-template.mjs')] : []),
    ],
    exclude: [...configDefaults.exclude, ...(isOnPostgres ? withoutDatabase : [])],
    setupFiles: [
      here('vitest.setup.ts'),
      ...(process.env['IBID_PROPERTY_RUNS'] ? [here('vitest.more-runs.ts')] : []),
    ],
    // These end a run that hangs. No test waits for them, so that a slow or busy machine fails none.
    testTimeout: 900_000 * Number(process.env['IBID_PROPERTY_RUNS'] ?? 1),
    hookTimeout: 900_000,
    expect: { poll: { timeout: 600_000 } },
    pool: 'forks',
    server: { deps: { external: [/\/\.ibid-tests\//, /\/packages\/store\/lib\//] } },
    // One more than there are cores: a test that waits for a page, a child or a timer leaves its core to another.
    maxWorkers: availableParallelism() + 1,
    // One process for many files: loading the packages takes as long as testing them, and nothing in them is global.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    include: [
      ...tests('core', 'client', 'retrieval', 'store', 'eval', 'server', 'cli', 'web'),
      'examples/**/*.test.ts',
      'docs/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
  },
});
