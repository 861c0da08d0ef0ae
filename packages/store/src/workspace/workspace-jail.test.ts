import { link, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationWorkspace } from './conversation-workspace.js';
import { TestWorkspace, outcomeOf, pieces } from './workspace.test-helper.js';

const test = new TestWorkspace();

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
    expect(await outcomeOf(test.write(path, 'x'))).toBe('permission_error');
    expect(await outcomeOf(test.workspace.read(path))).toBe('permission_error');
    expect(await outcomeOf(test.workspace.remove(path))).toBe('permission_error');
    expect(await test.outside()).toEqual({ secret: 'secret' });
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
    expect((await test.write(path, 'x')).path).toBe(path.normalize('NFC'));
    expect(await test.text(path)).toBe('x');
  });

  it('takes the two spellings of one letter for one file', async () => {
    await test.write('caf\u00e9.txt', 'one');
    await test.write('cafe\u0301.txt', 'two');
    expect((await test.workspace.list()).map(({ path }) => path)).toEqual(['caf\u00e9.txt']);
  });

  it('follows no link: not as a file, a folder, a dangling one or a second name', async () => {
    await mkdir(test.root, { recursive: true });
    await symlink(join(test.base, 'secret'), join(test.root, 'file-link'));
    await symlink(test.base, join(test.root, 'folder-link'));
    await symlink(join(test.base, 'new'), join(test.root, 'dangling'));
    await symlink('.', join(test.root, 'self'));
    await link(join(test.base, 'secret'), join(test.root, 'hard'));
    for (const path of ['file-link', 'folder-link/secret', 'folder-link/new', 'dangling', 'self/a', 'hard']) {
      for (const mode of ['write', 'append', 'insert'] as const)
        expect([path, mode, await outcomeOf(test.write(path, 'x', { mode, position: 1 }))]).toEqual([
          path,
          mode,
          'permission_error',
        ]);
      expect([path, await outcomeOf(test.workspace.read(path))]).toEqual([path, 'permission_error']);
    }
    expect(await test.workspace.list()).toEqual([]);
    expect(await test.outside()).toEqual({ secret: 'secret' });
  });

  it('sees a link that is put in the way while the content is being written', async () => {
    async function* slow(): AsyncGenerator<string> {
      yield 'a';
      await rm(join(test.root, 'folder'), { recursive: true });
      await symlink(test.base, join(test.root, 'folder'));
      yield 'b';
    }
    expect(await outcomeOf(test.write('folder/new', '', { content: slow() }))).toBe('permission_error');
    expect(await test.outside()).toEqual({ secret: 'secret' });
  });

  it('stays inside for any path whatever', async () => {
    const name = fc.oneof(
      fc.constantFrom('..', '.', '', 'a', 'CON', '‥', '/', '\\', 'a:b'),
      fc.string({ unit: 'grapheme' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 4 }), async (names) => {
        const result = await outcomeOf(test.write(names.join('/'), 'x'));
        expect(['ok', 'permission_error']).toContain(result);
        expect(await test.outside()).toEqual({ secret: 'secret' });
      }),
      { numRuns: 60 },
    );
  });

  it('refuses to use a file as a folder, and a folder as a file', async () => {
    await test.write('a', 'x');
    await test.write('b/c', 'x');
    expect(await outcomeOf(test.write('a/b', 'x'))).toBe('permission_error');
    expect(await outcomeOf(test.write('b', 'x'))).toBe('permission_error');
  });

  it('keeps conversations apart', async () => {
    const one = conversationWorkspace({ dataFolder: test.base, conversationId: 'c1', messageIds: ['m'] });
    await one.write({ path: 'a', content: pieces('x'), mode: 'write', create: true, existOk: true });
    expect(
      await conversationWorkspace({ dataFolder: test.base, conversationId: 'c2', messageIds: ['m'] }).list(),
    ).toEqual([]);
    expect(() =>
      conversationWorkspace({ dataFolder: test.base, conversationId: '../c1', messageIds: ['m'] }),
    ).toThrow(TypeError);
  });
});
