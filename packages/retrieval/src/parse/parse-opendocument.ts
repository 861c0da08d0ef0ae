import type { JsonValue } from '@ibid/core';
import { DocumentBuilder } from './document-builder.js';
import { isElement, isText, parseXml, type DomElement } from './dom.js';
import { fillMerged, type Merge } from './merged-cells.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';
import { writeSheet } from './write-sheet.js';
import { ZipArchive } from './zip-archive.js';

const MEDIA_TYPE = 'application/vnd.oasis.opendocument';
/** Limit for tables with repeated rows or cells: a million empty rows are one line of XML. */
const MOST_CELLS = 2_000_000;
/** No document is nested this deeply. */
const DEEPEST = 200;

/** Text documents, sheets and presentations in OpenDocument formats. */
export function parseOpenDocument(input: ParseInput): ParsedDocument {
  const archive = new ZipArchive(input);
  if (archive.readText('META-INF/manifest.xml')?.includes('encryption-data'))
    throw new ParseError('encrypted', 'The file is protected by a password.');
  const root = parseXml(archive.readText('content.xml') ?? '');
  const body = [...root.getElementsByTagName('office:body')][0];
  const content = body && [...body.children][0];
  if (!content) throw new ParseError('damaged', 'The file is damaged: the text in it is missing.');
  const builder = new DocumentBuilder(input.limits);
  const kind = content.localName.replace('office:', '');
  if (kind === 'presentation') {
    for (const page of content.getElementsByTagName('draw:page')) {
      builder.startPage();
      writeSlide(page, builder);
    }
  } else write(content, builder, 0);
  const { title, metadata } = properties(archive);
  const heading = kind === 'text' ? firstTitle(content) : '';
  return builder.finish({
    title: title || heading || titleFromName(input.name),
    mediaType: `${MEDIA_TYPE}.${kind}`,
    metadata,
  });
}

function write(parent: DomElement, builder: DocumentBuilder, depth: number): void {
  if (depth > DEEPEST) throw new ParseError('damaged', 'Its parts are nested too deeply.');
  for (const element of parent.children) {
    const name = element.localName;
    if (name === 'text:h')
      builder.heading(Number(element.getAttribute('text:outline-level')) || 1, textOf(element));
    else if (name === 'text:p') writeParagraph(element, builder, depth);
    else if (name === 'text:list') builder.list(listLines(element, 0));
    else if (name === 'table:table') writeTable(element, builder);
    else if (!SKIPPED.has(name)) write(element, builder, depth + 1);
  }
}

/** Tracked deletions, and generated lists. */
const SKIPPED = new Set([
  'text:tracked-changes',
  'text:table-of-content',
  'text:alphabetical-index',
  'text:sequence-decls',
  'office:forms',
  'table:shapes',
]);

function writeParagraph(paragraph: DomElement, builder: DocumentBuilder, depth: number): void {
  const text = textOf(paragraph);
  const style = paragraph.getAttribute('text:style-name') ?? '';
  if (style === 'Title') builder.heading(1, text);
  else builder.paragraph(text);
  for (const frame of paragraph.children)
    if (frame.localName === 'draw:frame') write(frame, builder, depth + 1);
}

function writeSlide(page: DomElement, builder: DocumentBuilder): void {
  const frames = [...page.getElementsByTagName('draw:frame')];
  const title = frames.find((frame) => frame.getAttribute('presentation:class') === 'title');
  if (title)
    builder.heading(1, [...title.getElementsByTagName('text:p')].map((line) => textOf(line)).join(' '));
  for (const frame of frames) if (frame !== title) write(frame, builder, 0);
}

function listLines(list: DomElement, depth: number): string[] {
  if (depth > DEEPEST) return [];
  const lines: string[] = [];
  for (const item of list.children) {
    let mark = `${'  '.repeat(Math.min(depth, 20))}- `;
    for (const part of item.children) {
      if (part.localName === 'text:list') lines.push(...listLines(part, depth + 1));
      else {
        const text = textOf(part).replaceAll('\n', ' ').trim();
        if (text !== '') lines.push(mark + text);
        mark = `${'  '.repeat(Math.min(depth, 20))}  `;
      }
    }
  }
  return lines;
}

function writeTable(table: DomElement, builder: DocumentBuilder): void {
  const rows: string[][] = [];
  const merges: Merge[] = [];
  // In rows of the sheet; empty ones are left out.
  let reaching: { merge: Merge; until: number }[] = [];
  let line = 0;
  let cells = 0;
  for (const row of table.getElementsByTagName('table:table-row')) {
    const values: string[] = [];
    for (const cell of row.children) {
      if (!/^table:(?:covered-)?table-cell$/u.test(cell.localName)) continue;
      const text = cellText(cell);
      const times = repeats(cell, 'table:number-columns-repeated');
      // Ignore an empty cell that repeats to the edge of the sheet.
      const shown = text === '' ? Math.min(times, 100) : times;
      cells += shown;
      if (cells > MOST_CELLS) throw tooManyCells();
      const wide = repeats(cell, 'table:number-columns-spanned');
      const tall = repeats(cell, 'table:number-rows-spanned');
      if (text !== '' && wide + tall > 2) {
        const [startRow, startCol] = [rows.length, values.length];
        const merge = { startRow, startCol, endRow: startRow, endCol: startCol + wide - 1 };
        merges.push(merge);
        if (tall > 1) reaching.push({ merge, until: line + tall });
      }
      for (let time = 0; time < shown; time += 1) values.push(text);
    }
    line += repeats(row, 'table:number-rows-repeated');
    reaching = reaching.filter(({ until }) => until >= line);
    if (values.every((value) => value === '')) {
      // Keep the tables of a sheet apart.
      if ((rows.at(-1)?.length ?? 0) > 0) rows.push([]);
      continue;
    }
    const times = repeats(row, 'table:number-rows-repeated');
    cells += (times - 1) * values.length;
    if (cells > MOST_CELLS) throw tooManyCells();
    for (let time = 0; time < times; time += 1) rows.push(values);
    for (const { merge } of reaching) merge.endRow = rows.length - 1;
  }
  const name = table.getAttribute('table:name');
  if (rows.length === 0) return;
  const filled = fillMerged(rows, merges);
  if (!/^office:spreadsheet$/u.test(parentName(table))) return builder.table(filled);
  if (name) builder.heading(1, name);
  writeSheet(filled, builder);
}

function tooManyCells(): ParseError {
  return new ParseError('too_large', `A table has more than ${MOST_CELLS.toLocaleString('en')} cells.`);
}

function parentName(element: DomElement): string {
  return element.parentNode?.localName ?? '';
}

function repeats(element: DomElement, attribute: string): number {
  const times = Number(element.getAttribute(attribute) ?? 1);
  return Number.isSafeInteger(times) && times > 0 ? times : 1;
}

/** The displayed text, or the value if there is none. */
function cellText(cell: DomElement): string {
  const shown = [...cell.children]
    .filter((part) => part.localName !== 'office:annotation')
    .map((part) => textOf(part))
    .filter((text) => text !== '')
    .join(' ');
  return (
    shown ||
    (cell.getAttribute('office:date-value') ??
      cell.getAttribute('office:value') ??
      cell.getAttribute('office:string-value') ??
      '')
  );
}

/** The text of an element. Spaces, tabs and breaks are separate elements. */
function textOf(element: DomElement): string {
  let text = '';
  const walk = (parent: DomElement, depth: number): void => {
    if (depth > DEEPEST) return;
    for (const node of parent.childNodes) {
      // White space between words collapses.
      if (isText(node)) text += (node.textContent ?? '').replaceAll(/\s+/gu, ' ');
      if (!isElement(node)) continue;
      const name = node.localName;
      if (name === 'text:s') text += ' '.repeat(Math.min(repeats(node, 'text:c'), 1_000));
      else if (name === 'text:tab') text += '\t';
      else if (name === 'text:line-break') text += '\n';
      else if (name === 'text:note') text += ` (${noteOf(node)})`;
      else if (name === 'text:p' || name === 'text:h' || name === 'text:list-item') {
        walk(node, depth + 1);
        text += '\n';
      } else if (name !== 'office:annotation' && name !== 'draw:text-box') walk(node, depth + 1);
    }
  };
  walk(element, 0);
  return text.trim();
}

function noteOf(note: DomElement): string {
  const body = [...note.getElementsByTagName('text:note-body')][0];
  return body ? textOf(body) : '';
}

function firstTitle(content: DomElement): string {
  for (const paragraph of content.getElementsByTagName('text:p'))
    if (paragraph.getAttribute('text:style-name') === 'Title') return textOf(paragraph);
  const [heading] = content.getElementsByTagName('text:h');
  return heading ? textOf(heading) : '';
}

function properties(archive: ZipArchive): { title: string; metadata: Record<string, JsonValue> } {
  const xml = archive.readText('meta.xml');
  if (xml === null) return { title: '', metadata: {} };
  const document = parseXml(xml);
  const value = (name: string) => {
    const [first] = document.getElementsByTagName(name);
    return first?.textContent?.trim().slice(0, 500) ?? '';
  };
  const metadata: Record<string, JsonValue> = {};
  const author = value('meta:initial-creator') || value('dc:creator');
  if (author) metadata['author'] = author;
  if (value('dc:subject')) metadata['subject'] = value('dc:subject');
  if (value('meta:creation-date')) metadata['created'] = value('meta:creation-date');
  if (value('dc:date')) metadata['modified'] = value('dc:date');
  return { title: value('dc:title'), metadata };
}
