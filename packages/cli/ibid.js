#!/usr/bin/env node
// The command itself is built, and npm links commands when it installs: in a clone that is before the first build.
import { existsSync } from 'node:fs';

const built = new URL('./lib/bin.js', import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  console.error('Ibid is not built yet. Run this in the folder of the clone: npm run build');
  process.exitCode = 1;
}
