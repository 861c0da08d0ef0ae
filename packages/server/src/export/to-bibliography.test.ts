import { describe, expect, it } from 'vitest';
import type { CitedExport, ExportNote } from './cited-export.js';
import { toBibtex, toCsl } from './to-bibliography.js';

const titles = [
  'Harbour & quay: 100% of $5_000, #1',
  String.raw`Path C:\data\new ~ x^2`,
  'A {half open brace',
  'Über „Größe“ – naïve café, 第一章, مرحبا',
  'Ends with a backslash \\',
];

const exported = {
  notes: titles.flatMap((title, index) =>
    [7, 3, 7].map(
      (page) =>
        ({
          number: index + 1,
          title,
          file: `file_${index}.pdf`,
          page,
          link: `http://127.0.0.1/items/a_b%20c~${index}?start=1&end=2`,
          itemId: `item-${index}`,
          isGone: false,
        }) as unknown as ExportNote,
    ),
  ),
} as CitedExport;

interface Entry {
  type: string;
  key: string;
  fields: Record<string, string>;
}

/** Parses BibTeX strictly by its grammar: throws where a reader would fail. */
function readStrictly(text: string): Entry[] {
  let at = 0;
  const take = (pattern: RegExp): string => {
    const found = new RegExp(pattern.source, 'uy');
    found.lastIndex = at;
    const [match] = found.exec(text) ?? [];
    if (match === undefined) throw new Error(`Expected ${pattern} at ${at}: ${text.slice(at, at + 40)}`);
    at += match.length;
    return match;
  };
  const braced = (): string => {
    take(/\{/);
    const start = at;
    for (let depth = 1; depth > 0; at += 1) {
      if (at >= text.length) throw new Error('A brace is never closed');
      // A brace counts even after a backslash.
      depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    }
    return text.slice(start, at - 1);
  };
  const entries: Entry[] = [];
  while (take(/\s*/) !== null && at < text.length) {
    take(/@/);
    const entry: Entry = { type: take(/[a-z]+/), key: (take(/\{/), take(/[^\s,{}#%~\\"]+/)), fields: {} };
    while (take(/\s*/) !== null && text[at] === ',') {
      take(/,\s*/);
      const name = take(/[a-z]+/);
      take(/\s*=\s*/);
      entry.fields[name] = braced();
    }
    take(/\}/);
    entries.push(entry);
  }
  return entries;
}

/** What LaTeX would print; throws at special characters. */
function printed(latex: string): string {
  const rest = latex.replaceAll(
    /\\(?:textbackslash|textasciitilde|textasciicircum)\{\}|\\[#$%&_]/gu,
    (command) =>
      ({
        '\\textbackslash{}': '\u0001',
        '\\textasciitilde{}': '\u0002',
        '\\textasciicircum{}': '\u0003',
      })[command] ?? String.fromCodePoint(0xe000 + (command.codePointAt(1) ?? 0)),
  );
  if (/[#$%&_^~\\{}]/u.test(rest)) throw new Error(`Not escaped: ${latex}`);
  return rest
    .replaceAll('\u0001', '\\')
    .replaceAll('\u0002', '~')
    .replaceAll('\u0003', '^')
    .replaceAll(/[\uE000-\uE0FF]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xe000));
}

describe('ANS-4 sources for reference managers', () => {
  it('are BibTeX that a strict reader takes, with every sign of the title', () => {
    const entries = readStrictly(toBibtex(exported));
    expect(entries.map(({ type, key }) => `${type} ${key}`)).toEqual(
      titles.map((_, index) => `misc source${index + 1}`),
    );
    expect(entries.map(({ fields }) => printed(fields['title'] ?? ''))).toEqual(
      titles.map((title) => title.replaceAll(/[{}]/gu, '')),
    );
    expect(entries.map(({ fields }) => printed(fields['howpublished'] ?? ''))).toEqual(
      titles.map((_, index) => `file_${index}.pdf`),
    );
    expect(entries[0]?.fields).toMatchObject({ pages: '3, 7', url: 'http://127.0.0.1/items/a_b%20c~0' });
  });

  it('are CSL-JSON with the fields that its schema knows', () => {
    const rows = JSON.parse(toCsl(exported)) as Record<string, unknown>[];
    expect(rows.map(({ title }) => title)).toEqual(titles);
    const known = new Set(['id', 'type', 'title', 'archive_location', 'page', 'URL']);
    for (const row of rows) {
      expect(Object.keys(row).filter((field) => !known.has(field))).toEqual([]);
      expect(row).toMatchObject({ type: 'document', page: '3, 7' });
    }
  });
});
