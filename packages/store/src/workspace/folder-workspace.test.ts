import { link, mkdir, mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { DescriptorError, MemoryDescriptorStore, descriptorTools } from '@ibid/core';
import type { ToolContext, WorkspaceWrite } from '@ibid/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversationWorkspace } from './conversation-workspace.js';
import { FolderWorkspace } from './folder-workspace.js';

let base: string;
let root: string;
let workspace: FolderWorkspace;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'ibid-workspace-'));
  root = join(base, 'inside');
  workspace = new FolderWorkspace({ folder: root });
  await writeFile(join(base, 'secret'), 'secret');
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

async function* pieces(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}

const write = (path: string, text: string, options: Partial<WorkspaceWrite> = {}) =>
  workspace.write({ path, content: pieces(text), mode: 'write', create: true, existOk: true, ...options });

const text = async (path: string) => Buffer.from(await workspace.read(path)).toString();

/** `ok`, or the type of the error a model is told. */
const outcome = async (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (error: unknown) => (error instanceof DescriptorError ? error.type : Promise.reject(error as Error)),
  );

const untouched = async () => {
  expect((await readdir(base)).sort((a, b) => (a < b ? -1 : 1))).toEqual(
    (await readdir(base)).includes('inside') ? ['inside', 'secret'] : ['secret'],
  );
  expect(await readFile(join(base, 'secret'), 'utf8')).toBe('secret');
};

describe('FD-6 files land in the workspace and nowhere else', () => {
  it.each([
    '../secret',
    'a/../../secret',
    '..',
    '.',
    './a',
    'a/..',
    'a//b',
    'a/',
    '',
    ' ',
    '/etc/passwd',
    '/secret',
    'C:\\x',
    'C:x',
    'c:/x',
    '\\\\host\\share',
    '..\\secret',
    'a\\b',
    '~/\u0000x',
    'a\u0000.txt',
    'a\nb',
    'a\u001bb',
    '\u202etxt.exe',
    'a\u200bb',
    'a\u00adb',
    '\ufeffa',
    '．．/secret',
    '‥/secret',
    '…',
    'a／b',
    'a＼b',
    'a∶b\u2028',
    '\ud800',
    'CON',
    'con.txt',
    'nul',
    'aux.tar.gz',
    'COM1',
    'com9.log',
    'LPT1',
    'COM¹',
    'a/PRN/b',
    'CONIN$',
    'nul .txt',
    'file.',
    'file ',
    ' file',
    'a/ b',
    'a<b',
    'a>b',
    'a:b',
    'a"b',
    'a|b',
    'a?b',
    'a*b',
    '.ibid-x',
    '.IBID-x',
    'x'.repeat(241),
    `${'x'.repeat(200)}/`.repeat(6) + 'x',
    '文'.repeat(81),
  ])('refuses %j', async (path) => {
    expect(await outcome(write(path, 'x'))).toBe('permission_error');
    expect(await outcome(workspace.read(path))).toBe('permission_error');
    expect(await outcome(workspace.remove(path))).toBe('permission_error');
    await untouched();
  });

  it.each([
    'a.txt',
    'a/b/c.md',
    'Ünïcode 文.txt',
    '.hidden',
    'a..b',
    'console.log',
    'com10.txt',
    'x'.repeat(240),
    '~',
  ])('takes %j', async (path) => {
    expect((await write(path, 'x')).path).toBe(path.normalize('NFC'));
    expect(await text(path)).toBe('x');
  });

  it('takes the two spellings of one letter for one file', async () => {
    await write('caf\u00e9.txt', 'one');
    await write('cafe\u0301.txt', 'two');
    expect((await workspace.list()).map(({ path }) => path)).toEqual(['caf\u00e9.txt']);
  });

  it('follows no link: not as a file, a folder, a dangling one or a second name', async () => {
    await mkdir(root, { recursive: true });
    await symlink(join(base, 'secret'), join(root, 'file-link'));
    await symlink(base, join(root, 'folder-link'));
    await symlink(join(base, 'new'), join(root, 'dangling'));
    await symlink('.', join(root, 'self'));
    await link(join(base, 'secret'), join(root, 'hard'));
    for (const path of ['file-link', 'folder-link/secret', 'folder-link/new', 'dangling', 'self/a', 'hard']) {
      for (const mode of ['write', 'append', 'insert'] as const)
        expect([path, mode, await outcome(write(path, 'x', { mode, position: 1 }))]).toEqual([
          path,
          mode,
          'permission_error',
        ]);
      expect([path, await outcome(workspace.read(path))]).toEqual([path, 'permission_error']);
    }
    expect(await workspace.list()).toEqual([]);
    await untouched();
  });

  it('sees a link that is put in the way while the content is being written', async () => {
    async function* slow(): AsyncGenerator<string> {
      yield 'a';
      await rm(join(root, 'folder'), { recursive: true });
      await symlink(base, join(root, 'folder'));
      yield 'b';
    }
    expect(await outcome(write('folder/new', '', { content: slow() }))).toBe('permission_error');
    await untouched();
  });

  it('stays inside for any path whatever', async () => {
    const name = fc.oneof(
      fc.constantFrom('..', '.', '', 'a', 'CON', '‥', '/', '\\', 'a:b'),
      fc.string({ unit: 'grapheme' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 4 }), async (names) => {
        const result = await outcome(write(names.join('/'), 'x'));
        expect(['ok', 'permission_error']).toContain(result);
        await untouched();
      }),
      { numRuns: 60 },
    );
  });

  it('refuses to use a file as a folder, and a folder as a file', async () => {
    await write('a', 'x');
    await write('b/c', 'x');
    expect(await outcome(write('a/b', 'x'))).toBe('permission_error');
    expect(await outcome(write('b', 'x'))).toBe('permission_error');
  });

  it('keeps conversations apart', async () => {
    const one = conversationWorkspace({ dataFolder: base, conversationId: 'c1' });
    await one.write({ path: 'a', content: pieces('x'), mode: 'write', create: true, existOk: true });
    expect(await conversationWorkspace({ dataFolder: base, conversationId: 'c2' }).list()).toEqual([]);
    expect(() => conversationWorkspace({ dataFolder: base, conversationId: '../c1' })).toThrow(TypeError);
  });
});

describe('FD-3 fd_to_file: every combination of mode, create, exist_ok and what is there', () => {
  const matrix = (['write', 'append', 'insert'] as const).flatMap((mode) =>
    [true, false].flatMap((create) =>
      [true, false].flatMap((existOk) => [true, false].map((exists) => ({ mode, create, existOk, exists }))),
    ),
  );

  it.each(matrix)('$mode create=$create exist_ok=$existOk, file exists: $exists', async (one) => {
    const { mode, create, existOk, exists } = one;
    if (exists) await write('f', 'old\n');
    const result = await outcome(
      write('f', 'new\n', { mode, create, existOk, ...(mode === 'insert' ? { position: 1 } : {}) }),
    );
    const expected = exists ? (existOk ? 'ok' : 'file_exists') : create ? 'ok' : 'file_not_found';
    expect(result).toBe(expected);
    const there = await outcome(workspace.read('f'));
    const now = there === 'ok' ? await text('f') : null;
    const joined = { write: 'new\n', append: 'old\nnew\n', insert: 'new\nold\n' }[mode];
    expect(now).toBe(expected === 'ok' ? (exists ? joined : 'new\n') : exists ? 'old\n' : null);
  });

  it.each([
    [1, 'x', 'x\na\nb\n'],
    [2, 'x\n', 'a\nx\nb\n'],
    [3, 'x', 'a\nb\nx'],
    [{ before: 'b' }, 'x', 'a\nx\nb\n'],
    [{ after: 'a' }, 'x', 'a\nx\nb\n'],
    [{ after: 'b' }, 'x', 'a\nb\nx'],
    [{ before: 'a' }, '', 'a\nb\n'],
  ])('inserts at %j', async (position, inserted, result) => {
    await write('f', 'a\nb\n');
    await write('f', inserted, { mode: 'insert', position });
    expect(await text('f')).toBe(result);
  });

  it.each([
    [4, 'invalid_range'],
    [{ before: 'none' }, 'invalid_parameter'],
    [{ after: '' }, 'invalid_parameter'],
    [{ after: 'same' }, 'invalid_parameter'],
  ])('refuses to insert at %j', async (position, type) => {
    await write('f', 'same\nsame\n');
    expect(await outcome(write('f', 'x', { mode: 'insert', position }))).toBe(type);
    expect(await text('f')).toBe('same\nsame\n');
  });

  it('gives a file without a last line end one before what is inserted behind it', async () => {
    await write('f', 'a');
    await write('f', 'x', { mode: 'insert', position: 2 });
    expect(await text('f')).toBe('a\nx');
  });

  it('answers the model in XML, and passes on what the workspace says', async () => {
    const store = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00.000Z' });
    await store.create({
      content: `${'\u{1f600}'.repeat(40_000)}end`,
      origin: { kind: 'turn', turnId: 't' },
    });
    const tool = descriptorTools({ store, workspace }).find(({ name }) => name === 'fd_to_file')!;
    const call = async (input: object) =>
      (await tool.execute(tool.inputSchema.parse({ fd: 'fd:1', ...input }), {} as ToolContext)).text;
    expect(await call({ file_path: 'out/big.txt' })).toBe(
      '<fd_file_result fd="fd:1" file_path="out/big.txt" mode="write" created="true" characters="80003" bytes="160003"/>',
    );
    expect(await text('out/big.txt')).toBe(await store.read('fd:1'));
    expect(await call({ file_path: '../x' })).toContain('<fd_error type="permission_error">');
    expect(await call({ file_path: 'out/big.txt', exist_ok: false })).toContain('type="file_exists"');
    expect(await call({ file_path: 'no', create: false })).toContain('type="file_not_found"');
    expect(await call({ file_path: 'x', create: false, exist_ok: false })).toContain(
      'type="invalid_parameter"',
    );
    expect(await call({ file_path: 'x', mode: 'insert' })).toContain('type="invalid_parameter"');
    expect(await call({ file_path: 'x', position: 1 })).toContain('type="invalid_parameter"');
  });
});

describe('FD-6 atomic, counted, listed', () => {
  it('leaves the old file, and nothing else, when the content breaks off', async () => {
    await write('f', 'old');
    async function* broken(): AsyncGenerator<string> {
      yield 'new';
      throw new Error('gone');
    }
    for (const mode of ['write', 'append'] as const)
      await expect(write('f', '', { mode, content: broken() })).rejects.toThrow('gone');
    expect(await text('f')).toBe('old');
    expect(await readdir(root)).toEqual(['f']);
  });

  it('clears away what a crash left, once it is old enough to belong to nobody', async () => {
    await mkdir(root);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await writeFile(join(root, '.ibid-old'), 'x');
    await utimes(join(root, '.ibid-old'), longAgo, longAgo);
    await writeFile(join(root, '.ibid-young'), 'x');
    await write('f', 'x');
    expect((await readdir(root)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['.ibid-young', 'f']);
    expect((await workspace.list()).map(({ path }) => path)).toEqual(['f']);
  });

  it('never shows a reader a half-written file', async () => {
    await write('f', 'a'.repeat(1_000));
    async function* slow(): AsyncGenerator<string> {
      for (let i = 0; i < 20; i += 1) {
        yield 'b'.repeat(50);
        expect(await text('f')).toBe('a'.repeat(1_000));
      }
    }
    await write('f', '', { content: slow() });
    expect(await text('f')).toBe('b'.repeat(1_000));
  });

  it('does not lose one of several appends at once', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, i) => write('f', `${i}\n`, { mode: 'append' })));
    expect((await text('f')).split('\n').filter(Boolean)).toHaveLength(10);
  });

  it('refuses what is over its quota and keeps what is there', async () => {
    workspace = new FolderWorkspace({ folder: root, quotaBytes: 10 });
    await write('a', '12345');
    await write('b', '12345');
    expect(await outcome(write('c', '1'))).toBe('quota_exceeded');
    expect(await outcome(write('a', '123456'))).toBe('quota_exceeded');
    await write('a', '1');
    expect(await text('a')).toBe('1');
    expect((await workspace.list()).map(({ path }) => path)).toEqual(['a', 'b']);
  });

  it('lists, streams, removes, copies for a fork, and goes away as a whole', async () => {
    await write('b/c.txt', 'xyz');
    await write('a.txt', 'x');
    expect((await workspace.list()).map(({ path, bytes }) => [path, bytes])).toEqual([
      ['a.txt', 1],
      ['b/c.txt', 3],
    ]);
    const { stream, bytes } = await workspace.stream('b/c.txt');
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect([Buffer.concat(parts).toString(), bytes]).toEqual(['xyz', 3]);
    const copy = new FolderWorkspace({ folder: join(base, 'inside-2') });
    await workspace.copyTo(copy);
    await workspace.remove('a.txt');
    expect((await copy.list()).map(({ path }) => path)).toEqual(['a.txt', 'b/c.txt']);
    await workspace.destroy();
    expect(await workspace.list()).toEqual([]);
    expect(await outcome(workspace.read('b/c.txt'))).toBe('file_not_found');
    await rm(join(base, 'inside-2'), { recursive: true });
  });
});
