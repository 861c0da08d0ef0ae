import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryDescriptorStore, descriptorTools } from '@ibid/core';
import type { ToolContext } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { FolderWorkspace } from './folder-workspace.js';
import { TestWorkspace, outcomeOf } from './workspace.test-helper.js';

const test = new TestWorkspace();

describe('FD-3 fd_to_file: every combination of mode, create, exist_ok and what is there', () => {
  const matrix = (['write', 'append', 'insert'] as const).flatMap((mode) =>
    [true, false].flatMap((create) =>
      [true, false].flatMap((existOk) => [true, false].map((exists) => ({ mode, create, existOk, exists }))),
    ),
  );

  it.each(matrix)('$mode create=$create exist_ok=$existOk, file exists: $exists', async (one) => {
    const { mode, create, existOk, exists } = one;
    if (exists) await test.write('f', 'old\n');
    const result = await outcomeOf(
      test.write('f', 'new\n', { mode, create, existOk, ...(mode === 'insert' ? { position: 1 } : {}) }),
    );
    const expected = exists ? (existOk ? 'ok' : 'file_exists') : create ? 'ok' : 'file_not_found';
    expect(result).toBe(expected);
    const there = await outcomeOf(test.workspace.read('f'));
    const now = there === 'ok' ? await test.text('f') : null;
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
    await test.write('f', 'a\nb\n');
    await test.write('f', inserted, { mode: 'insert', position });
    expect(await test.text('f')).toBe(result);
  });

  it.each([
    [4, 'invalid_range'],
    [{ before: 'none' }, 'invalid_parameter'],
    [{ after: '' }, 'invalid_parameter'],
    [{ after: 'same' }, 'invalid_parameter'],
  ])('refuses to insert at %j', async (position, type) => {
    await test.write('f', 'same\nsame\n');
    expect(await outcomeOf(test.write('f', 'x', { mode: 'insert', position }))).toBe(type);
    expect(await test.text('f')).toBe('same\nsame\n');
  });

  it('gives a file without a last line end one before what is inserted behind it', async () => {
    await test.write('f', 'a');
    await test.write('f', 'x', { mode: 'insert', position: 2 });
    expect(await test.text('f')).toBe('a\nx');
  });

  it('answers the model in XML, and passes on what the workspace says', async () => {
    const store = new MemoryDescriptorStore({ now: () => '2026-01-01T00:00:00.000Z' });
    await store.create({
      content: `${'\u{1f600}'.repeat(40_000)}end`,
      origin: { kind: 'turn', turnId: 't' },
    });
    const tool = descriptorTools({ store, workspace: test.workspace }).find(
      ({ name }) => name === 'fd_to_file',
    )!;
    const call = async (input: object) =>
      (await tool.execute(tool.inputSchema.parse({ fd: 'fd:1', ...input }), {} as ToolContext)).text;
    expect(await call({ file_path: 'out/big.txt' })).toBe(
      '<fd_file_result fd="fd:1" file_path="out/big.txt" mode="write" created="true" characters="80003" bytes="160003"/>',
    );
    expect(await test.text('out/big.txt')).toBe(await store.read('fd:1'));
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
    await test.write('f', 'old');
    async function* broken(): AsyncGenerator<string> {
      yield 'new';
      throw new Error('gone');
    }
    for (const mode of ['write', 'append'] as const)
      await expect(test.write('f', '', { mode, content: broken() })).rejects.toThrow('gone');
    expect(await test.text('f')).toBe('old');
    expect(await readdir(test.root)).toEqual(['f']);
  });

  it('clears away what a crash left, once it is old enough to belong to nobody', async () => {
    await mkdir(test.root);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await writeFile(join(test.root, '.ibid-old'), 'x');
    await utimes(join(test.root, '.ibid-old'), longAgo, longAgo);
    await writeFile(join(test.root, '.ibid-young'), 'x');
    await test.write('f', 'x');
    expect((await readdir(test.root)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['.ibid-young', 'f']);
    expect((await test.workspace.list()).map(({ path }) => path)).toEqual(['f']);
  });

  it('never shows a reader a half-written file', async () => {
    await test.write('f', 'a'.repeat(1_000));
    async function* slow(): AsyncGenerator<string> {
      for (let i = 0; i < 20; i += 1) {
        yield 'b'.repeat(50);
        expect(await test.text('f')).toBe('a'.repeat(1_000));
      }
    }
    await test.write('f', '', { content: slow() });
    expect(await test.text('f')).toBe('b'.repeat(1_000));
  });

  it('does not lose one of several appends at once', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, i) => test.write('f', `${i}\n`, { mode: 'append' })));
    expect((await test.text('f')).split('\n').filter(Boolean)).toHaveLength(10);
  });

  it('refuses what is over its quota and keeps what is there', async () => {
    test.workspace = new FolderWorkspace({ folder: test.root, quotaBytes: 10 });
    await test.write('a', '12345');
    await test.write('b', '12345');
    expect(await outcomeOf(test.write('c', '1'))).toBe('quota_exceeded');
    expect(await outcomeOf(test.write('a', '123456'))).toBe('quota_exceeded');
    await test.write('a', '1');
    expect(await test.text('a')).toBe('1');
    expect((await test.workspace.list()).map(({ path }) => path)).toEqual(['a', 'b']);
  });

  it('lists, streams, removes, copies for a fork, and goes away as a whole', async () => {
    await test.write('b/c.txt', 'xyz');
    await test.write('a.txt', 'x');
    expect((await test.workspace.list()).map(({ path, bytes }) => [path, bytes])).toEqual([
      ['a.txt', 1],
      ['b/c.txt', 3],
    ]);
    const { stream, bytes } = await test.workspace.stream('b/c.txt');
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect([Buffer.concat(parts).toString(), bytes]).toEqual(['xyz', 3]);
    const copy = new FolderWorkspace({ folder: join(test.base, 'inside-2') });
    await test.workspace.copyTo(copy);
    await test.workspace.remove('a.txt');
    expect((await copy.list()).map(({ path }) => path)).toEqual(['a.txt', 'b/c.txt']);
    await test.workspace.destroy();
    expect(await test.workspace.list()).toEqual([]);
    expect(await outcomeOf(test.workspace.read('b/c.txt'))).toBe('file_not_found');
    await rm(join(test.base, 'inside-2'), { recursive: true });
  });
});
