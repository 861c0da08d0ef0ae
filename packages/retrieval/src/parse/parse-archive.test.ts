import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';
import type { ParseLimits } from './parse-limits.js';

const read = (bytes: Uint8Array, name = 'papers.zip', limits: Partial<ParseLimits> = {}) =>
  parseDocument({ bytes, name, limits });
const blank = (megabytes: number) => new Uint8Array(megabytes * 2 ** 20).fill(0x20);

describe('KB-1 archives of documents', () => {
  it('reads each under its path, and counts by kind what it cannot read', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
    const document = await read(
      zipSync({
        'b/tides.md': strToU8('# Tides\n\nHigh water is at noon.'),
        'a.csv': strToU8('berth;length\nnorth;140'),
        'pictures/one.png': png,
        'pictures/two.PNG': png,
        'empty.txt': new Uint8Array(),
        '__MACOSX/._a.csv': strToU8('x'),
        '.DS_Store': strToU8('x'),
      }),
    );
    expect(document.text).toBe(
      [
        '# a.csv\n\n| berth | length |\n|---|---|\n| north | 140 |',
        '# b/tides.md\n\n# Tides\n\nHigh water is at noon.',
        '# Not read\n\n- empty.txt: The file is empty.\n- 2 files: .png',
      ].join('\n\n'),
    );
    expect(document).toMatchObject({
      title: 'papers',
      mediaType: 'application/zip',
      metadata: { files: 2, filesNotRead: 3 },
    });
    expect(document.blocks.filter(({ kind }) => kind === 'heading').map(({ level }) => level)).toEqual([
      1, 1, 2, 1,
    ]);
  });

  it('lists a path that leads out of the archive, and reads the others', async () => {
    const document = await read(
      zipSync({
        'fees.md': strToU8('# Fees\n\nA visit costs 40 crowns.'),
        '../evil.md': strToU8('Away.'),
        '/etc/evil.md': strToU8('Away.'),
        'a\\..\\..\\evil.md': strToU8('Away.'),
        'notes..md': strToU8('Two dots are only a name.'),
      }),
    );
    expect(document.text).toContain('Two dots are only a name.');
    expect(document.text).not.toContain('Away.');
    expect(document.text.split('# Not read\n\n')[1]).toBe(
      [
        '- ../evil.md: Its path leads out of the archive.',
        '- /etc/evil.md: Its path leads out of the archive.',
        '- a\\..\\..\\evil.md: Its path leads out of the archive.',
      ].join('\n'),
    );
    expect(document.metadata).toMatchObject({ files: 2, filesNotRead: 3 });
  });

  it('says of every file why it was not read, if none was', async () => {
    const archive = zipSync({
      'a.pdf': strToU8('%PDF-1.4 cut off'),
      'b.txt': new Uint8Array(),
      'c.bin': new Uint8Array(40),
    });
    await expect(read(archive)).rejects.toThrow(
      /^None of the 3 files in the archive could be read\.\n- a\.pdf: The file is damaged.*\n- b\.txt: The file is empty\.\n- 1 file: \.bin$/u,
    );
  });

  it('reads a packed document as that document', async () => {
    const document = await read(gzipSync(strToU8('# Tides\n\nHigh water is at noon.')), 'tides.md.gz');
    expect(document).toMatchObject({ title: 'Tides', mediaType: 'text/markdown' });
  });

  it('has one limit for archives in archives, and reads only a few levels', async () => {
    const inner = zipSync({ 'a.txt': blank(3) }, { level: 1 });
    const four = zipSync(Object.fromEntries([1, 2, 3, 4].map((number) => [`${number}.zip`, inner])), {
      level: 0,
    });
    await expect(read(four, 'a.zip', { maxUnpackedBytes: 10 * 2 ** 20 })).rejects.toMatchObject({
      code: 'unpacks_too_large',
    });
    let deep: Uint8Array = strToU8('The winch is old.');
    for (let level = 0; level < 6; level += 1) deep = zipSync({ [level === 0 ? 'a.txt' : 'a.zip']: deep });
    await expect(read(deep)).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('stops bombs, locks and crowds, each with its reason', async () => {
    await expect(read(gzipSync(blank(9)), 'a.txt.gz')).rejects.toMatchObject({ code: 'unpacks_too_large' });
    await expect(read(zipSync({ 'a.txt': blank(9) }))).rejects.toMatchObject({ code: 'unpacks_too_large' });
    const many = Object.fromEntries(
      Array.from({ length: 2_001 }, (_, index) => [`${index}.txt`, strToU8('x')]),
    );
    await expect(read(zipSync(many))).rejects.toMatchObject({ code: 'too_large' });
    const cut = gzipSync(strToU8('High water is at noon. '.repeat(500))).slice(0, 40);
    await expect(read(cut, 'a.txt.gz')).rejects.toMatchObject({
      code: expect.stringMatching(/damaged|empty/u),
    });
    const tar = new Uint8Array(1024);
    tar.set(strToU8('ustar'), 257);
    await expect(read(gzipSync(tar), 'a.tgz')).rejects.toThrow('tar archive');
  });
});
