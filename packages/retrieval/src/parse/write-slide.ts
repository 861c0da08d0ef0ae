import type { DocumentBuilder } from './document-builder.js';
import type { DomDocument, DomElement } from './dom.js';
import { fillMerged, type Merge } from './merged-cells.js';

const TITLE_PLACES = new Set(['title', 'ctrTitle']);
/** Date, footer and slide number repeat on every slide and say nothing about it. */
const FURNITURE = new Set(['dt', 'ftr', 'sldNum', 'sldImg', 'hdr']);
/** No table on a slide has more rows or columns. */
const WIDEST = 1_000;

export function writeSlide(slide: DomDocument, builder: DocumentBuilder): void {
  const shapes = [...slide.querySelectorAll('*')].filter(
    (element) => element.localName === 'p:sp' || element.localName === 'a:tbl',
  );
  const title = shapes.find((shape) => TITLE_PLACES.has(placeOf(shape))) ?? titleByLook(shapes);
  if (title) builder.heading(1, linesOf(title).join(' '));
  for (const shape of shapes) {
    if (shape === title || FURNITURE.has(placeOf(shape))) continue;
    if (shape.localName === 'a:tbl') builder.table(tableRows(shape));
    else writeLines(shape, builder);
  }
}

export function writeSlideNotes(notes: DomDocument, builder: DocumentBuilder): void {
  for (const shape of notes.getElementsByTagName('p:sp')) {
    if (!FURNITURE.has(placeOf(shape))) builder.paragraph(linesOf(shape).join('\n'));
  }
}

/** Some programs write the title as a plain text box: the first shape, with one short line. */
function titleByLook(shapes: readonly DomElement[]): DomElement | undefined {
  const first = shapes.find((shape) => linesOf(shape).length > 0);
  const lines = first?.localName === 'p:sp' ? linesOf(first) : [];
  return lines.length === 1 && (lines[0]?.length ?? 0) <= 80 ? first : undefined;
}

function writeLines(shape: DomElement, builder: DocumentBuilder): void {
  const lines = linesOf(shape);
  if (lines.length > 1) builder.list(lines.map((line) => `- ${line}`));
  else builder.paragraph(lines[0] ?? '');
}

function placeOf(shape: DomElement): string {
  for (const place of shape.getElementsByTagName('p:ph')) return place.getAttribute('type') ?? '';
  return '';
}

function linesOf(shape: DomElement): string[] {
  const lines: string[] = [];
  for (const paragraph of shape.getElementsByTagName('a:p')) {
    let line = '';
    for (const run of paragraph.querySelectorAll('*')) {
      if (run.localName === 'a:t') line += run.textContent ?? '';
      else if (run.localName === 'a:br') line += ' ';
    }
    if (line.trim() !== '') lines.push(line.trim());
  }
  return lines;
}

/** Merged cells are present too, and empty. */
function tableRows(table: DomElement): readonly (readonly string[])[] {
  const merges: Merge[] = [];
  const rows = [...table.getElementsByTagName('a:tr')].map((row, startRow) =>
    [...row.getElementsByTagName('a:tc')].map((cell, startCol) => {
      const [wide, tall] = [spanOf(cell, 'gridSpan'), spanOf(cell, 'rowSpan')];
      if (wide > 1 || tall > 1)
        merges.push({ startRow, startCol, endRow: startRow + tall - 1, endCol: startCol + wide - 1 });
      return linesOf(cell).join(' ');
    }),
  );
  return fillMerged(rows, merges);
}

function spanOf(cell: DomElement, attribute: 'gridSpan' | 'rowSpan'): number {
  return Math.min(Math.max(1, Math.floor(Number(cell.getAttribute(attribute) ?? 1)) || 1), WIDEST);
}
