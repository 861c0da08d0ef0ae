import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { buildsNeverSeen, completeLock } from './lock.mjs';

const builds = {
  '@tool/binding-linux-x64-gnu': '1.0.0',
  '@tool/binding-linux-arm64-gnu': '1.0.0',
  '@tool/binding-linux-arm64-musl': '1.0.0',
  '@tool/binding-darwin-arm64': '1.0.0',
};
const x64 = {
  version: '1.0.0',
  integrity: 'sha512-seen',
  cpu: ['x64'],
  os: ['linux'],
  libc: ['glibc'],
  optional: true,
};
const tool = { version: '1.0.0', integrity: 'sha512-seen', optionalDependencies: builds };
const lock = {
  packages: { 'node_modules/@tool/binding-linux-x64-gnu': x64, 'node_modules/tool': tool },
};

describe('the lock file (OPS-4)', () => {
  it('gets the builds for other platforms that npm left out', () => {
    const { lock: completed, added } = completeLock(lock);
    expect(added).toHaveLength(3);
    expect(completed.packages['node_modules/@tool/binding-darwin-arm64']).toEqual({
      version: '1.0.0',
      optional: true,
      cpu: ['arm64'],
      os: ['darwin'],
    });
    expect(completed.packages['node_modules/@tool/binding-linux-x64-gnu']).toBe(x64);
  });

  it('is refused when a build for Linux x64 or arm64 was never seen in a registry', () => {
    expect(buildsNeverSeen(completeLock(lock).lock)).toEqual(['@tool/binding-linux-arm64-gnu@1.0.0']);
    expect(buildsNeverSeen(lock)).toEqual([]);
  });

  it('of this repository promises only what exists', () => {
    expect(buildsNeverSeen(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([]);
  });
});
