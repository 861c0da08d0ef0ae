import { parseXml } from './dom.js';
import type { Merge } from './merged-cells.js';
import { ParseError } from './parse-error.js';
import type { ZipArchive } from './zip-archive.js';

const MERGED = /<(?:\w+:)?mergeCell\s+ref="\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})"/gu;
const LONGEST_TAG = 100;
const MOST_MERGES = 200_000;

/** Finds merged cells in a sheet that is streamed: they are declared after the rows. */
export class XlsxMerges {
  readonly merges: Merge[] = [];
  #before = '';

  take(part: Uint8Array): void {
    const text = this.#before + Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1');
    let end = 0;
    if (text.includes('mergeCell'))
      for (const match of text.matchAll(MERGED)) {
        end = match.index + match[0].length;
        const [, fromColumn = '', fromRow, toColumn = '', toRow] = match;
        this.merges.push({
          startRow: Number(fromRow) - 1,
          startCol: columnOf(fromColumn),
          endRow: Number(toRow) - 1,
          endCol: columnOf(toColumn),
        });
      }
    if (this.merges.length > MOST_MERGES)
      throw new ParseError(
        'too_large',
        `A sheet has more than ${MOST_MERGES.toLocaleString('en')} merged cells. Split the file.`,
      );
    this.#before = text.slice(Math.max(end, text.length - LONGEST_TAG));
  }
}

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The sheets' parts in workbook order; null if unknown. */
export function sheetParts(archive: ZipArchive): (string | null)[] {
  const targets = new Map(
    [
      ...parseXml(archive.readText('xl/_rels/workbook.xml.rels') ?? '').getElementsByTagName('Relationship'),
    ].map((relation) => [relation.getAttribute('Id'), relation.getAttribute('Target') ?? '']),
  );
  const sheets = parseXml(archive.readText('xl/workbook.xml') ?? '').getElementsByTagName('sheet');
  return [...sheets].map((sheet) => {
    const target = targets.get(sheet.getAttribute('r:id') ?? '');
    if (!target) return null;
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  });
}
