import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/index.js';
import { parseDocument } from './parse-document.js';
import { boundMetadata, boundText, TEXT_LIMITS } from './text-limits.js';

const parse = (text: string, name: string) => parseDocument({ bytes: strToU8(text), name });

/** Lengths of what accompanies every chunk: the title and the headings above it. */
async function heaviest(text: string, name: string) {
  const document = await parse(text, name);
  const chunks = chunkDocument({ document });
  const paths = chunks.map(({ headingPath }) => headingPath.join('').length);
  return { document, title: document.title.length, path: paths.reduce((a, b) => Math.max(a, b), 0) };
}

describe('KB-1 what travels with every chunk is short, whatever a file says', () => {
  it('a Markdown title of 100 KB becomes one of 300 characters, and the text keeps every word', async () => {
    const long = 'Tidal '.repeat(17_000);
    const { document, title, path } = await heaviest(`# ${long}\n\nHigh at noon.\n`, 'a.md');
    expect(title).toBe(TEXT_LIMITS.titleCharacters);
    expect(path).toBeLessThanOrEqual(TEXT_LIMITS.headingCharacters);
    expect(document.text).toContain(long.trim());
    expect(document.shortened).toEqual(['title', 'headings']);
  });

  it('a cell of nine million characters is read, and one of twenty is said to be too long', async () => {
    const table = (length: number) => `a,b\n"${'x'.repeat(length)}",2\n1,2\n`;
    expect((await parse(table(9_000_000), 'a.csv')).text).toContain('x'.repeat(9_000_000));
    await expect(parse(table(20_000_000), 'a.csv')).rejects.toThrow(/20,000,000 characters/u);
  });

  it('nothing in a title or heading turns round what stands beside it; the text is as it was', async () => {
    const turned = 'invoice-\u202Egpj.exe\u2066 paid';
    const document = await parse(`# ${turned}\n\nHigh at noon.\n`, 'a.md');
    const archive = zipSync({ 'b\u202Efdp.txt': strToU8('Low at six.') });
    const packed = await parseDocument({ bytes: archive, name: 'a.zip' });
    expect(document.title).toBe('invoice-gpj.exe paid');
    expect(document.text).toContain(turned);
    expect(chunkDocument({ document })[0]?.headingPath).toEqual(['invoice-gpj.exe paid']);
    expect(chunkDocument({ document: packed })[0]?.headingPath).toEqual(['bfdp.txt']);
  });

  it('a subject of a million folded lines, or of 2 MB, is read up to a limit and said to be cut', async () => {
    const folded = `From: a@b.c\nSubject: tides\n${' x\n'.repeat(1_000_000)}\nHigh at noon.\n`;
    const plain = `From: a@b.c\nSubject: ${'x'.repeat(2_000_000)}\n\nHigh at noon.\n`;
    for (const message of [folded, plain]) {
      const { document, title } = await heaviest(message, 'a.eml');
      expect(title).toBe(TEXT_LIMITS.titleCharacters);
      expect(document.text.length).toBeLessThan(TEXT_LIMITS.headerCharacters + 200);
      expect(document.text).toContain('High at noon.');
      expect(document.shortened).toEqual(['headers', 'title']);
    }
  });

  it('a million header fields and a heading of a million brackets end', async () => {
    const fields = Array.from({ length: 300_000 }, (_, index) => `X-${index}: 1`).join('\n');
    expect((await parse(`From: a@b.c\n${fields}\n\nHigh at noon.\n`, 'a.eml')).shortened).toEqual([
      'headers',
    ]);
    expect((await parse(`# ${'['.repeat(1_000_000)}\n\nHigh at noon.\n`, 'a.md')).title).toHaveLength(300);
  });

  it('labels of HTML, JSON and front matter are cut too', async () => {
    const long = 'word '.repeat(20_000);
    const html = `<html><head><title>${long}</title></head><body><h1>${long}</h1><p>High.</p></body></html>`;
    const json = JSON.stringify({ title: long, [long]: { high: 'noon' } });
    const markdown = `---\ntitle: ${'t'.repeat(9000)}\nnote: ${'n'.repeat(9000)}\n---\n\nHigh at noon.\n`;
    for (const [text, name] of [
      [html, 'a.html'],
      [json, 'a.json'],
      [markdown, 'a.md'],
    ] as const) {
      const { title, path, document } = await heaviest(text, name);
      expect(title).toBeLessThanOrEqual(TEXT_LIMITS.titleCharacters);
      expect(path).toBeLessThanOrEqual(7 * TEXT_LIMITS.headingCharacters);
      expect(JSON.stringify(document.metadata).length).toBeLessThan(2_500);
    }
  });

  it('metadata is bounded in keys, values, lists and depth', () => {
    const { metadata, isCut } = boundMetadata({
      ['k'.repeat(5000)]: 'v'.repeat(5000),
      list: Array.from({ length: 5000 }, () => 'x'),
      deep: { a: { b: { c: { d: 1 } } } },
    });
    expect(isCut).toBe(true);
    expect(JSON.stringify(metadata).length).toBeLessThan(2_000);
    expect(boundMetadata({ author: 'Ada', tags: ['a'] })).toEqual({
      metadata: { author: 'Ada', tags: ['a'] },
      isCut: false,
    });
  });

  it('no character is cut in half', () => {
    expect(boundText('a😀b', 3)).toBe('a…');
    expect(boundText('abc', 3)).toBe('abc');
  });
});

describe('KB-1 no text makes a parser slow or large out of proportion', () => {
  it('white space that runs on, brackets in brackets and one wide row end quickly', async () => {
    const spaces = ' '.repeat(400_000);
    const quoted = `From: a@b.c\nContent-Transfer-Encoding: quoted-printable\n\nHigh${spaces}x\n`;
    expect((await parse(quoted, 'a.eml')).text).toContain('High');
    expect((await parse(`<pre>High${spaces}x</pre>`, 'a.html')).text).toContain('High');
    const deep = `${'['.repeat(5_000)}"High"${']'.repeat(5_000)}`;
    expect((await parse(deep, 'a.json')).text.length).toBeLessThan(1_000_000);
    const wide = `${'a,'.repeat(20_000)}b\n${'High\n'.repeat(20_000)}`;
    expect((await parse(wide, 'a.csv')).text.length).toBeLessThan(1_000_000);
  });
});
