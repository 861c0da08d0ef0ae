import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { bindingLicences, buildsNeverSeen, completeLock } from './lock.mjs';

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

  it('counts a build as there wherever the package finds it, and not beside it', () => {
    const within = (path: string) => ({
      packages: { 'node_modules/app/node_modules/tool': tool, [`${path}@tool/binding-linux-x64-gnu`]: x64 },
    });
    for (const path of [
      'node_modules/',
      'node_modules/app/node_modules/',
      'node_modules/app/node_modules/tool/node_modules/',
    ])
      expect(completeLock(within(path)).added).toHaveLength(3);
    for (const path of ['node_modules/other/node_modules/', 'node_modules/app/node_modules/a/node_modules/'])
      expect(completeLock(within(path)).added).toHaveLength(4);
  });

  it.each(['package-lock.json', 'scripts/tools/package-lock.json', 'bench/package-lock.json'])(
    '%s lacks no build, which npm ci would reject',
    (file) => {
      expect(completeLock(JSON.parse(readFileSync(file, 'utf8'))).added).toEqual([]);
    },
  );

  it('is refused when a build for Linux x64 or arm64 was never seen in a registry', () => {
    expect(buildsNeverSeen(completeLock(lock).lock)).toEqual(['@tool/binding-linux-arm64-gnu@1.0.0']);
    expect(buildsNeverSeen(lock)).toEqual([]);
  });

  it('of this repository brings no licence along that binds who uses Ibid, and no second shell or Python', () => {
    const ours = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(bindingLicences(ours)).toEqual([]);
    const names = Object.keys(ours.packages);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((path) => /just-bash|quickjs|sql\.js|pyodide/u.test(path))).toEqual([]);
    // The same lock with one more package, at any path.
    const withOne = (entry: object, path = 'node_modules/new') =>
      bindingLicences({ ...ours, packages: { ...ours.packages, [path]: { version: '1.0.0', ...entry } } });
    for (const entry of [
      { license: 'LGPL-3.0-or-later' },
      { license: 'LGPL-3.0-or-later', optional: true },
      { license: 'LGPL-3.0-or-later', devOptional: true },
      { license: 'GPL-2.0-only OR AGPL-3.0-only' },
      { license: 'Apache-2.0 AND LGPL-3.0-or-later' },
      { license: '(MIT OR ISC) AND LGPL-3.0-only' },
      { license: 'SEE LICENSE IN LICENSE' },
      {},
      // Bundled into the page.
      { license: 'AGPL-3.0-only', dev: true },
    ])
      expect(withOne(entry)).toHaveLength(1);
    expect(withOne({ license: 'MPL-2.0' }, 'packages/web/node_modules/new')).toEqual(['new@1.0.0 (MPL-2.0)']);
    for (const license of ['MIT', '(MIT OR GPL-3.0-or-later)', 'MIT AND Zlib'])
      expect(withOne({ license })).toEqual([]);
  });

  it('of this repository promises only what exists', () => {
    expect(buildsNeverSeen(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([]);
  });
});
