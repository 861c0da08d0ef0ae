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

  it('of this repository brings no licence along that binds who uses Ibid, and no second shell or Python', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { license?: string; dev?: boolean; devOptional?: boolean; link?: boolean }>;
    };
    const shipped = Object.entries(packages).filter(
      ([path, { dev, devOptional, link }]) =>
        path.startsWith('node_modules/') && !dev && !devOptional && !link,
    );
    expect(shipped.length).toBeGreaterThan(100);
    // Where there is a choice, the other licence is the one that is taken.
    const binding = shipped.filter(
      ([, { license = '' }]) => /GPL|SSPL|BUSL/u.test(license) && !/ OR /u.test(license),
    );
    expect(binding.map(([path]) => path)).toEqual([]);
    expect(
      shipped.map(([path]) => path).filter((path) => /just-bash|quickjs|sql\.js|pyodide/u.test(path)),
    ).toEqual([]);
  });

  it('of this repository promises only what exists', () => {
    expect(buildsNeverSeen(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([]);
  });
});
