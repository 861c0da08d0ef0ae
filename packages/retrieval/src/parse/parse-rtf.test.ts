import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from './parse-document.js';

const read = (rtf: string) => parseDocument({ bytes: Buffer.from(rtf, 'latin1'), name: 'berths.rtf' });

const WORD = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman Times;}{\f1\fcharset204 Arial Cyr;}}
{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1\b\fs32 heading 1;}{\*\cs2 Default Font;}}
{\info{\title Harbour handbook}{\author J\'f6rg M\'fcller}}{\*\generator Writer;}
{\header Confidential\par}
\pard\s1 Berths\par
\pard\s0 The north quay is 140\~m long\emdash deep water.{\b Bold} and {\f1\'cf\'f0\'e8\'e2\'e5\'f2}.\line Second line.\par
\pard\outlinelevel1 Duties\par
\pard Snow\u9731? and smile\u-10179?\u-8704?, {\uc2\u8364\'80\'80} 5.\par
\trowd\cellx1000\cellx2000\pard\intbl Berth\cell Length\cell\row
\trowd\pard\intbl North\cell 140 m\par wide\cell\row
\pard {\pict\wmetafile8 010009000003}After \{the\} table.\par}`;

describe('KB-1 RTF', () => {
  it('reads headings by style and by level, tables, signs and every way to write a letter', async () => {
    const document = await read(WORD);
    expect(document.title).toBe('Harbour handbook');
    expect(document.metadata['author']).toBe('Jörg Müller');
    expect(document.text).toBe(
      [
        '# Berths',
        'The north quay is 140\u00a0m long—deep water.Bold and Привет.\nSecond line.',
        '## Duties',
        'Snow☃ and smile😀, € 5.',
        '| Berth | Length |\n|---|---|\n| North | 140 m wide |',
        'After {the} table.',
      ].join('\n\n'),
    );
    expect(document.blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'heading',
      'paragraph',
      'table',
      'paragraph',
    ]);
  });

  it('leaves out bytes of pictures, and refuses what is nested without end', async () => {
    expect((await read(String.raw`{\rtf1 Before {\pict\bin5 }{}}{ }after\par}`)).text).toBe('Before after');
    await expect(read(`{\\rtf1 ${'{'.repeat(5_000)}x`)).rejects.toMatchObject({ code: 'damaged' });
  });

  it('reads or refuses anything', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '\\par ',
        '\\u-1?',
        "\\'",
        "\\'9",
        '\\bin999999999',
        '\\*',
        '\\cell',
        '\\trowd',
        '\\clvmgf\\cellx1',
        '\\clvmrg\\cellx1',
        '\\clmgf\\cellx1',
        '\\clmrg\\cellx1',
        '\\row',
        '\\',
        '\\uc16 ',
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), async (pieces) => {
        const document = await read(`{\\rtf1 word ${pieces.join('')}`).catch(
          (error: { code: string }) => error.code,
        );
        if (typeof document === 'string') expect(['damaged', 'empty']).toContain(document);
        else for (const { end } of document.blocks) expect(end).toBeLessThanOrEqual(document.text.length);
      }),
    );
  });
});
