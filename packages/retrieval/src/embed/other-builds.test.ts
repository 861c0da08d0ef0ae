import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeOtherBuilds } from './other-builds.js';

let folder: string;
const own = join(process.platform, process.arch);
const library = (build: string) => join(folder, 'napi-v6', build, 'libonnxruntime');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function install(...builds: string[]): void {
  for (const build of builds) {
    mkdirSync(join(folder, 'napi-v6', build), { recursive: true });
    writeFileSync(library(build), 'x'.repeat(1_000));
  }
}

describe('the builds of the embedder’s runtime', () => {
  it('for other systems are deleted, and the one for this machine stays', () => {
    install(own, join('plan9', 'mips'), join('plan9', 'x64'));
    const freed = removeOtherBuilds(folder);
    expect(freed).toEqual({ bytes: 2_000, builds: [join('plan9', 'mips'), join('plan9', 'x64')] });
    expect(existsSync(library(own))).toBe(true);
    expect(existsSync(library(join('plan9', 'x64')))).toBe(false);
    expect(removeOtherBuilds(folder)).toEqual({ bytes: 0, builds: [] });
  });

  it('all stay where none is for this machine', () => {
    install(join('plan9', 'mips'));
    expect(removeOtherBuilds(folder)).toBeNull();
    expect(existsSync(library(join('plan9', 'mips')))).toBe(true);
  });

  it('may be missing altogether', () => {
    expect(removeOtherBuilds(join(folder, 'not-there'))).toBeNull();
  });
});
