#!/usr/bin/env node
// A launcher for the built command: npm links commands at install time, which in a clone is before the first build.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('./lib/command/bin.cjs', import.meta.url));
if (existsSync(command)) {
  const { cacheFolder, loadCached, prepareShortRun } = await import('./lib/load-cached.js');
  // Before loading any code of the command: V8 accepts cached code only under the flags it was made with.
  prepareShortRun(process.argv[2]);
  loadCached(command, cacheFolder({ command: process.argv[2], path: command, environment: process.env }));
} else {
  console.error('Ibid is not built yet. Run this in the folder of the clone: npm run build');
  process.exitCode = 1;
}
