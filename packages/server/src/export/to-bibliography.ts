import type { CitedExport, ExportNote } from './cited-export.js';

interface CitedDocument {
  number: number;
  title: string;
  file: string | null;
  pages: number[];
  link: string | null;
}

/** The cited documents, once each, ordered by number. */
function documentsOf(notes: readonly ExportNote[]): CitedDocument[] {
  const byNumber = new Map<number, CitedDocument>();
  for (const { number, title, file, page, link, itemId, isGone } of notes) {
    if (itemId === null || isGone) continue;
    const known = byNumber.get(number) ?? {
      number,
      title,
      file,
      pages: [],
      link: link?.split('?')[0] ?? null,
    };
    if (page !== null && !known.pages.includes(page)) known.pages.push(page);
    byNumber.set(number, known);
  }
  return [...byNumber.values()]
    .map((document) => ({ ...document, pages: document.pages.toSorted((one, other) => one - other) }))
    .toSorted((one, other) => one.number - other.number);
}

/** ANS-4: the cited documents for reference managers. */
export function toBibtex({ notes }: CitedExport): string {
  return documentsOf(notes)
    .map(({ number, title, file, pages, link }) => {
      const fields: [string, string | null][] = [
        ['title', title],
        ['howpublished', file],
        ['pages', pages.length === 0 ? null : pages.join(', ')],
        ['url', link],
        ['note', `Source ${number} of the conversation`],
      ];
      const lines = fields.flatMap(([name, value]) =>
        value ? [`  ${name} = {${name === 'url' ? plain(value) : latex(value)}}`] : [],
      );
      return `@misc{source${number},\n${lines.join(',\n')}\n}\n`;
    })
    .join('\n');
}

export function toCsl({ notes }: CitedExport): string {
  const rows = documentsOf(notes).map(({ number, title, file, pages, link }) => ({
    id: `source${number}`,
    type: 'document',
    title,
    ...(file === null ? {} : { archive_location: file }),
    ...(pages.length === 0 ? {} : { page: pages.join(', ') }),
    ...(link === null ? {} : { URL: link }),
  }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

const COMMANDS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/**
 * Escapes everything that LaTeX treats as a command. BibTeX readers count braces even after a backslash, so an unpaired
 * one would end the entry.
 */
function latex(text: string): string {
  return text
    .replaceAll(/[{}]/gu, '')
    .replaceAll(/[\\~^]/gu, (sign) => COMMANDS[sign] ?? sign)
    .replaceAll(/[#$%&_]/gu, '\\$&');
}

/** An address, in which only braces are encoded. */
function plain(address: string): string {
  return address.replaceAll('{', '%7B').replaceAll('}', '%7D');
}
