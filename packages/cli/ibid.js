#!/usr/bin/env node
// The command itself is built, and npm links commands when it installs: in a clone that is before the first build.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('./lib/command/bin.cjs', import.meta.url));
if (existsSync(command)) {
  const { cacheFolder, loadCached, prepareShortRun } = await import('./lib/load-cached.js');
  // Before any code of the command: kept code is only taken under the flags that it was made with.
  prepareShortRun(process.argv[2]);
  loadCached(command, cacheFolder({ command: process.argv[2], path: command, environment: process.env }));
} else {
  console.error('Ibid is not built yet. Run this in the folder of the clone: npm run build');
  process.exitCode = 1;
}
