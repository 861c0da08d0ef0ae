import { countTokensUncached } from '@ibid/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdownText } from '../parse/parse-markdown.js';
import { parseDocument } from '../parse/index.js';
import type { ParsedDocument } from '../parse/index.js';
import { chunkDocument } from './chunk-document.js';

const sentence = (index: number) => `Sentence number ${index} says something plain about the harbour.`;
const prose = (sentences: number) =>
  Array.from({ length: sentences }, (_, index) => sentence(index)).join(' ');
const markdown = (text: string) => parseMarkdownText({ text, name: 'a.md' });

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.lorem({ maxCount: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('# One', '## Two', '### Three', '```\ncode\n\nmore\n```', '- a\n- b\n  - c'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '\f',
      '   indented',
      '这是一个句子。那是另一个句子。',
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }).map((length) => '😀'.repeat(length)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map((length) => 'x'.repeat(length)) },
);
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('\n\n'));
const anyDocument: fc.Arbitrary<ParsedDocument> = anyText.map((text) => markdown(text));

describe('KB-2 chunks are exact slices of the stored text', () => {
  it('cover all of it in order, without overlap, within the size, characters whole', () => {
    fc.assert(
      fc.property(anyDocument, fc.integer({ min: 20, max: 480 }), (document, maxTokens) => {
        const chunks = chunkDocument({
          document,
          settings: {
            maxTokens,
            targetTokens: Math.ceil(maxTokens * 0.7),
            minTokens: Math.ceil(maxTokens / 5),
          },
        });
        let covered = 0;
        for (const [index, chunk] of chunks.entries()) {
          expect(chunk.ordinal).toBe(index);
          expect(document.text.slice(chunk.span.start, chunk.span.end)).toBe(chunk.text);
          expect(document.text.slice(covered, chunk.span.start).trim()).toBe('');
          expect(chunk.text.trim()).not.toBe('');
          expect(chunk.text).not.toMatch(/\p{Surrogate}/u);
          expect(chunk.tokens).toBeLessThanOrEqual(maxTokens);
          covered = chunk.span.end;
        }
        expect(document.text.slice(covered).trim()).toBe('');
      }),
      { numRuns: 150 },
    );
  });

  it('count their tokens as the tokenizer does, give or take the white space around them', () => {
    const document = markdown(`# Harbour\n\n${prose(40)}\n\n## Tides\n\n${prose(30)}\n`);
    for (const chunk of chunkDocument({ document })) {
      expect(Math.abs(chunk.tokens - countTokensUncached(chunk.text))).toBeLessThanOrEqual(2);
    }
  });
});

describe('KB-2 chunks follow the structure', () => {
  it('carry the headings they stand under', () => {
    const text = `# Guide\n\n${prose(10)}\n\n## Setup\n\n${prose(10)}\n\n### Linux\n\n${prose(10)}\n\n## Use\n\n${prose(10)}\n`;
    const paths = chunkDocument({ document: markdown(text) }).map((chunk) => chunk.headingPath);
    expect(paths).toEqual([['Guide'], ['Guide', 'Setup'], ['Guide', 'Setup', 'Linux'], ['Guide', 'Use']]);
  });

  it('join small sections under what they share, and never end with a lonely heading', () => {
    const text = `# Terms\n\n## Bow\n\nThe front.\n\n## Stern\n\nThe back.\n\n## Keel\n\n${prose(60)}\n`;
    const chunks = chunkDocument({ document: markdown(text) });
    expect(chunks[0]?.text).toContain('The front.');
    expect(chunks[0]?.text).toContain('The back.');
    expect(chunks[0]?.headingPath).toEqual(['Terms']);
    for (const chunk of chunks) expect(chunk.text).not.toMatch(/\n#+ [^\n]*$/);
  });

  it('end at sentences, not inside them', () => {
    const chunks = chunkDocument({ document: markdown(prose(200)) });
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) expect(chunk.text).toMatch(/^Sentence number[\s\S]*harbour\.$/);
  });

  it.each(['1.', '1)', '(1)', '- 1.', '2.1.', 'a)'])(
    'keep the label of a list item with the item: %s',
    (label) => {
      const item = (index: number) =>
        `${label.replace('1', String(index))} Go to shelf ${index}. Count what is on it, write the figure down and sign it.`;
      const text = Array.from({ length: 99 }, (_, index) => item(index + 1)).join('\n');
      const chunks = chunkDocument({ document: markdown(text) });
      expect(chunks.length).toBeGreaterThan(3);
      for (const chunk of chunks) {
        expect(chunk.text).toMatch(/^\S+ (?:\S+ )?Go to shelf/);
        expect(chunk.text).toMatch(/sign it\.$/);
      }
    },
  );

  it('stay on one page each', async () => {
    const bytes = new TextEncoder().encode(`First page.\fSecond page.\f\fFourth page.`);
    const chunks = chunkDocument({ document: await parseDocument({ bytes, name: 'a.txt' }) });
    expect(chunks.map((chunk) => [chunk.page, chunk.text])).toEqual([
      [1, 'First page.'],
      [2, 'Second page.'],
      [4, 'Fourth page.'],
    ]);
  });

  it('take a long table apart by rows, with its header as context', () => {
    const rows = Array.from({ length: 120 }, (_, row) => `| berth ${row} | ${row * 7} metres |`);
    const document = markdown(`| Berth | Length |\n|---|---|\n${rows.join('\n')}\n`);
    const chunks = chunkDocument({ document });
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks[0]?.context).toBeNull();
    for (const chunk of chunks.slice(1)) {
      expect(chunk.context).toBe('Berth | Length');
      expect(chunk.text).toMatch(/^\| berth[\s\S]*metres \|$/);
    }
  });

  it('keep functions whole where they fit', () => {
    const method = (name: string) =>
      `function ${name}(ship) {\n${Array.from({ length: 12 }, (_, line) => `  ship.step(${line}, '${name}');`).join('\n')}\n}\n`;
    const names = ['moor', 'sail', 'dock', 'anchor', 'refuel'];
    const document = markdown('```js\n' + names.map(method).join('\n') + '```\n');
    const chunks = chunkDocument({
      document,
      settings: { targetTokens: 200, maxTokens: 300, minTokens: 60 },
    });
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) expect(chunk.text).toMatch(/^(```js\n)?function /);
  });
});
