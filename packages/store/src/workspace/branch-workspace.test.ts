import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkspaceWrite } from '@ibid/core/internal';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BranchWorkspace } from './branch-workspace.js';
import { outcomeOf, pieces } from './workspace.test-helper.js';

let base = '';
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'ibid-branches-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const open = (messageIds: readonly string[], folder = 'files', quotaBytes?: number) =>
  new BranchWorkspace({
    folder: join(base, folder),
    messageIds,
    ...(quotaBytes !== undefined && { quotaBytes }),
  });
const write = (
  workspace: BranchWorkspace,
  path: string,
  text: string,
  options: Partial<WorkspaceWrite> = {},
) => workspace.write({ path, content: pieces(text), mode: 'write', create: true, existOk: true, ...options });
const filesOf = async (workspace: BranchWorkspace) =>
  Object.fromEntries(
    await Promise.all(
      (await workspace.list()).map(
        async ({ path }) => [path, Buffer.from(await workspace.read(path)).toString()] as const,
      ),
    ),
  );

describe('FD-7 a branch sees only the files that its own messages made', () => {
  it('two answers to one question do not see each other, their successors see what went before', async () => {
    await write(open(['u1', 'a1']), 'notes.md', 'first\n');
    await write(open(['u1', 'a1', 'u2', 'a2']), 'notes.md', 'second\n', { mode: 'append' });
    await write(open(['u1', 'a1', 'u2', 'b2']), 'other.md', 'mine\n');
    expect(await filesOf(open(['u1', 'a1']))).toEqual({ 'notes.md': 'first\n' });
    expect(await filesOf(open(['u1', 'a1', 'u2', 'a2', 'u3']))).toEqual({ 'notes.md': 'first\nsecond\n' });
    expect(await filesOf(open(['u1', 'a1', 'u2', 'b2']))).toEqual({
      'notes.md': 'first\n',
      'other.md': 'mine\n',
    });
  });

  it('FD-3 the matrix of create and exist_ok is about what the branch sees', async () => {
    await write(open(['a1']), 'a.txt', 'old');
    const branch = open(['a1', 'a2']);
    expect(await outcomeOf(write(branch, 'a.txt', 'x', { existOk: false }))).toBe('file_exists');
    expect(await outcomeOf(write(branch, 'b.txt', 'x', { create: false }))).toBe('file_not_found');
    expect((await write(branch, 'a.txt', 'new')).created).toBe(false);
    expect((await write(branch, 'b.txt', 'new', { existOk: false })).created).toBe(true);
    const stranger = open(['b1']);
    expect(await outcomeOf(write(stranger, 'a.txt', 'x', { create: false }))).toBe('file_not_found');
    expect(await outcomeOf(write(stranger, 'a.txt', 'x', { existOk: false }))).toBe('ok');
  });

  it('inserts into a file of an earlier message without changing it there', async () => {
    await write(open(['a1']), 'a.txt', 'one\nthree\n');
    await write(open(['a1', 'a2']), 'a.txt', 'two\n', { mode: 'insert', position: { before: 'three' } });
    expect(await filesOf(open(['a1', 'a2']))).toEqual({ 'a.txt': 'one\ntwo\nthree\n' });
    expect(await filesOf(open(['a1']))).toEqual({ 'a.txt': 'one\nthree\n' });
  });

  it('a path is a file or a folder over all layers', async () => {
    await write(open(['a1']), 'a', 'file');
    await write(open(['a1']), 'b/c', 'file');
    expect(await outcomeOf(write(open(['a1', 'a2']), 'a/b', 'x'))).toBe('permission_error');
    expect(await outcomeOf(write(open(['a1', 'a2']), 'b', 'x'))).toBe('permission_error');
  });

  it('what is removed is gone from here on, and comes back when it is written again', async () => {
    await write(open(['a1']), 'a.txt', 'old');
    await open(['a1', 'a2']).remove('a.txt');
    expect(await filesOf(open(['a1', 'a2', 'a3']))).toEqual({});
    expect(await filesOf(open(['a1']))).toEqual({ 'a.txt': 'old' });
    expect((await write(open(['a1', 'a2']), 'a.txt', 'new')).created).toBe(true);
    expect(await filesOf(open(['a1', 'a2']))).toEqual({ 'a.txt': 'new' });
  });

  it('FD-6 stays inside, whatever the path and whatever lies in its layer', async () => {
    const workspace = open(['a1', 'a2']);
    for (const path of ['../x', '/etc/passwd', '..', 'a1.removed/../../x', 'C:\\x'])
      expect(await outcomeOf(write(workspace, path, 'x'))).toBe('permission_error');
    await write(open(['a1']), 'kept', 'x');
    await symlink('/etc', join(base, 'files', 'a1', 'link'));
    expect(await outcomeOf(write(open(['a1']), 'link/x', 'x'))).toBe('permission_error');
    expect(Object.keys(await filesOf(open(['a1'])))).toEqual(['kept']);
    expect(() => open(['../a1'])).toThrow(TypeError);
  });

  it('the quota is that of the conversation, over all branches', async () => {
    await write(open(['a1'], 'files', 10), 'a', '123456');
    expect(await outcomeOf(write(open(['b1'], 'files', 10), 'b', '12345'))).toBe('quota_exceeded');
    expect(await outcomeOf(write(open(['b1'], 'files', 10), 'b', '1234'))).toBe('ok');
  });

  it('a fork carries the files of its branch, message by message; the sides never meet again', async () => {
    await write(open(['a1']), 'a.txt', 'one\n');
    await write(open(['a1', 'a2']), 'b.txt', 'two\n');
    await write(open(['a1', 'x2']), 'x.txt', 'other branch\n');
    await open(['a1', 'a2', 'a3']).remove('a.txt');
    const messageIds = new Map([
      ['a1', 'f1'],
      ['a2', 'f2'],
      ['a3', 'f3'],
    ]);
    await open(['a1', 'a2', 'a3']).copyTo({ folder: join(base, 'fork'), messageIds });
    expect(await filesOf(open(['f1', 'f2', 'f3'], 'fork'))).toEqual({ 'b.txt': 'two\n' });
    expect(await filesOf(open(['f1', 'f2'], 'fork'))).toEqual({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    await write(open(['f1', 'f2', 'f4'], 'fork'), 'b.txt', 'fork\n', { mode: 'append' });
    await write(open(['a1', 'a2', 'a4']), 'b.txt', 'parent\n', { mode: 'append' });
    expect((await filesOf(open(['f1', 'f2', 'f4'], 'fork')))['b.txt']).toBe('two\nfork\n');
    expect((await filesOf(open(['a1', 'a2', 'a4'])))['b.txt']).toBe('two\nparent\n');
  });

  it('goes with the conversation', async () => {
    await write(open(['a1']), 'a.txt', 'x');
    await open([]).destroy();
    expect(await readdir(base)).toEqual([]);
    expect(await open(['a1']).list()).toEqual([]);
  });
});

/** Any sequence of operations on two branches, compared with maps. */
describe('FD-7 no sequence of operations leaks from one branch to the other', () => {
  it('each branch is what its own messages made of it', async () => {
    const operation = fc.record({
      message: fc.constantFrom('s1', 'l1', 'l2', 'r1', 'r2'),
      path: fc.constantFrom('a', 'b', 'c/d'),
      mode: fc.constantFrom('write' as const, 'append' as const, 'remove' as const),
      text: fc.string({ minLength: 1, maxLength: 5 }),
    });
    const lineages: Record<string, string[]> = {
      s1: ['s1'],
      l1: ['s1', 'l1'],
      l2: ['s1', 'l1', 'l2'],
      r1: ['s1', 'r1'],
      r2: ['s1', 'r1', 'r2'],
    };
    const order = Object.keys(lineages);
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 12 }), fc.uuid(), async (operations, folder) => {
        // Messages are answered one after another: earlier ones are no longer written to.
        const sorted = operations.toSorted((x, y) => order.indexOf(x.message) - order.indexOf(y.message));
        const expected = new Map<string, Map<string, string>>();
        for (const message of order) {
          const parent = lineages[message]?.at(-2);
          const files = new Map(parent === undefined ? [] : expected.get(parent));
          expected.set(message, files);
          const workspace = open(lineages[message] ?? [], folder);
          for (const { path, mode, text } of sorted.filter((one) => one.message === message)) {
            if (mode === 'remove') {
              expect(await outcomeOf(workspace.remove(path))).toBe(files.has(path) ? 'ok' : 'file_not_found');
              files.delete(path);
            } else {
              await write(workspace, path, text, { mode });
              files.set(
                path,
                (mode === 'append' ? (files.get(path) ?? '') : '') + Buffer.from(text).toString(),
              );
            }
          }
        }
        for (const message of order)
          expect(await filesOf(open(lineages[message] ?? [], folder))).toEqual(
            Object.fromEntries(expected.get(message) ?? []),
          );
      }),
      { numRuns: 25 },
    );
  });
});
