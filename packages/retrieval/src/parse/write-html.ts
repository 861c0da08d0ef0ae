import type { DocumentBuilder } from './document-builder.js';
import { isElement, isText } from './dom.js';
import type { DomElement, DomNode } from './dom.js';
import { htmlListLines } from './html-list-lines.js';
import { inlineText } from './inline-text.js';
import { fillMerged, type Merge } from './merged-cells.js';

/** Elements whose text a reader of the page does not see, or that only control it. */
export const SKIPPED = new Set(
  'script style noscript template svg canvas iframe object head button select input textarea dialog'.split(
    ' ',
  ),
);
export const INLINE = new Set(
  'a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q rp rt ruby s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

export interface WriteHtmlOptions {
  /** Elements to skip besides those that never contain text. */
  skip?: ReadonlySet<DomElement>;
  /** Writes links with addresses made absolute with this one, for pages whose links can be followed. */
  baseUrl?: string | undefined;
}

/** Writes an element's content as blocks, in page order. */
export function writeHtml(root: DomElement, builder: DocumentBuilder, options: WriteHtmlOptions = {}): void {
  let run: DomNode[] = [];
  const flush = () => {
    if (run.length > 0) builder.paragraph(inlineText(run, options));
    run = [];
  };
  const writeBlock = (element: DomElement) => {
    const name = element.localName;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) builder.heading(Number(level), inlineText([element], options));
    else if (name === 'ul' || name === 'ol') builder.list(htmlListLines(element, options));
    else if (name === 'pre') builder.code(element.textContent ?? '');
    else if (name === 'table' && !isLayoutTable(element)) {
      for (const child of element.children)
        if (child.localName === 'caption') builder.paragraph(inlineText([child], options));
      builder.table(htmlTableRows(element, options));
    } else walk(element);
  };
  const walk = (parent: DomElement) => {
    for (const node of parent.childNodes) {
      if (isText(node)) run.push(node);
      if (!isElement(node) || SKIPPED.has(node.localName) || options.skip?.has(node)) continue;
      if (INLINE.has(node.localName) && !holdsBlocks(node)) {
        run.push(node);
      } else {
        flush();
        writeBlock(node);
        flush();
      }
    }
  };
  walk(root);
  flush();
}

/** A link or span around whole paragraphs, as pages often have. */
function holdsBlocks(element: DomElement): boolean {
  for (const child of element.children) {
    if (!INLINE.has(child.localName) || holdsBlocks(child)) return true;
  }
  return false;
}

function isLayoutTable(table: DomElement): boolean {
  return table.querySelector('table, h1, h2, h3, ul, ol, pre') !== null;
}

/** The most rows or columns that a cell may span. */
const WIDEST = 100;
const TALLEST = 1_000;

/** Rows of cells, each in its column. Cells that span rows or columns are merged. */
function htmlTableRows(
  table: DomElement,
  options: { baseUrl?: string | undefined } = {},
): (readonly string[])[] {
  const rows: string[][] = [];
  const merges: Merge[] = [];
  /** For each column, the row up to which a cell from above reaches. */
  const until: number[] = [];
  for (const [at, row] of [...table.querySelectorAll('tr')].entries()) {
    const cells: string[] = [];
    const pass = () => {
      while ((until[cells.length] ?? 0) > at) cells.push('');
    };
    for (const cell of row.children) {
      pass();
      const startCol = cells.length;
      const wide = spanOf(cell, 'colspan', WIDEST);
      const tall = spanOf(cell, 'rowspan', TALLEST);
      cells.push(inlineText([cell], options));
      for (let extra = 1; extra < wide; extra++) cells.push('');
      for (let column = startCol; column < cells.length; column++) until[column] = at + tall;
      if (wide > 1 || tall > 1)
        merges.push({ startRow: at, startCol, endRow: at + tall - 1, endCol: startCol + wide - 1 });
    }
    pass();
    rows.push(cells);
  }
  return fillMerged(rows, merges);
}

function spanOf(cell: DomElement, attribute: string, most: number): number {
  return Math.min(Math.max(1, Math.floor(Number(cell.getAttribute(attribute) ?? 1)) || 1), most);
}
