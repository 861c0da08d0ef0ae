import type { DocumentBuilder } from './document-builder.js';
import type { PdfLine } from './pdf-lines.js';
import { hasWideGap, pdfTableRows } from './pdf-table.js';
import { pdfWrappedTables } from './pdf-wrapped-table.js';

const BULLET = /^(?:[•‣◦▪●○–·]|\d{1,3}[.)])(?=\s|\t)/;
const LONGEST_HEADING = 160;

export interface PdfTypography {
  bodySize: number;
  /** Font sizes of headings, largest first. */
  headingSizes: number[];
}

/** The most used size is the body's. Clearly larger sizes are headings, one level each. */
export function pdfTypography(pages: readonly PdfLine[][]): PdfTypography {
  const characters = new Map<number, number>();
  for (const line of pages.flat()) {
    const size = roundSize(line.size);
    characters.set(size, (characters.get(size) ?? 0) + line.text.length);
  }
  const [body] = [...characters].toSorted((left, right) => right[1] - left[1]);
  const bodySize = body?.[0] ?? 10;
  const headingSizes = [...characters.keys()]
    .filter((size) => size >= bodySize * 1.15)
    .toSorted((left, right) => right - left);
  return { bodySize, headingSizes };
}

/** Writes lines as headings, lists, tables and paragraphs, and rejoins wrapped lines. */
export function writePdfPage(lines: readonly PdfLine[], type: PdfTypography, builder: DocumentBuilder): void {
  const rightEdge = lines.reduce((edge, line) => Math.max(edge, line.right), 0);
  let start = 0;
  for (const table of pdfWrappedTables(lines)) {
    writeLines(lines.slice(start, table.start), rightEdge, type, builder);
    builder.table(table.rows);
    start = table.end;
  }
  writeLines(lines.slice(start), rightEdge, type, builder);
}

function writeLines(
  lines: readonly PdfLine[],
  rightEdge: number,
  type: PdfTypography,
  builder: DocumentBuilder,
): void {
  let block: PdfLine[] = [];
  const flush = () => {
    const [first] = block;
    if (!first) return;
    const level = type.headingSizes.indexOf(roundSize(first.size)) + 1;
    const text = joinLines(block, rightEdge);
    if (level > 0 && text.length <= LONGEST_HEADING) builder.heading(Math.min(level, 4), text);
    else if (block.every((line) => BULLET.test(line.text))) builder.list(text.split('\n'));
    else writeBlock(block, rightEdge, builder);
    block = [];
  };
  for (const line of lines) {
    const previous = block.at(-1);
    if (previous && !continues(previous, line)) flush();
    block.push(line);
  }
  flush();
}

/** Runs of lines with wide gaps are tables if they line up. The rest is text. */
function writeBlock(block: readonly PdfLine[], rightEdge: number, builder: DocumentBuilder): void {
  let text: PdfLine[] = [];
  const flushText = () => {
    if (text.length > 0) builder.paragraph(joinLines(text, rightEdge));
    text = [];
  };
  for (let start = 0; start < block.length;) {
    let end = start;
    while (end < block.length && hasWideGap(block[end]!)) end += 1;
    const rows = pdfTableRows(block.slice(start, end));
    if (rows) {
      flushText();
      builder.table(rows);
    } else text.push(...block.slice(start, Math.max(end, start + 1)));
    start = Math.max(end, start + 1);
  }
  flushText();
}

/** Rows of a table are further apart than lines of text. */
function continues(previous: PdfLine, line: PdfLine): boolean {
  const drop = previous.y - line.y;
  const sameSize = Math.abs(previous.size - line.size) < 0.6;
  const apart = hasWideGap(previous) && hasWideGap(line) ? 3 : 1.75;
  return sameSize && drop > 0 && drop < line.size * apart;
}

function joinLines(lines: readonly PdfLine[], rightEdge: number): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    if (!previous) {
      text = line.text;
      continue;
    }
    const wrapped =
      previous.right > rightEdge * 0.85 && !line.text.includes('\t') && !previous.text.includes('\t');
    if (!wrapped || BULLET.test(line.text)) text += `\n${line.text}`;
    else if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text)) text = text.slice(0, -1) + line.text;
    else text += ` ${line.text}`;
  }
  return text;
}

function roundSize(size: number): number {
  return Math.round(size * 2) / 2;
}
