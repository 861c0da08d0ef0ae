// Runs a server for tests in a process of its own. As with the command `ibid`, all packages are in one bundle, and what
// V8 compiled for the first such server of a build is kept for the next: starting one then takes half of the CPU.
import { fileURLToPath } from 'node:url';
import { loadCached } from '../packages/cli/lib/load-cached.js';

const bundle = new URL('../packages/server/lib/acceptance/', import.meta.url);
loadCached(
  fileURLToPath(new URL('serve-child.cjs', bundle)),
  fileURLToPath(new URL(`compiled-${process.version}`, bundle)),
);
