import { useMemo } from 'react';
import type { RefObject } from 'react';
import type { ItemText } from '../api/items.js';
import { SafeLink } from '../markdown/safe-link.js';
import { documentBlocks, headingAbove } from './document-blocks.js';
import type { ShownBlock } from './document-blocks.js';
import { documentLines } from './document-lines.js';
import type { DocumentLine } from './document-lines.js';
import type { TextPiece } from './highlighted-text.js';

export interface Span {
  start: number;
  end: number;
}

const looks: Record<DocumentLine['kind'], string> = {
  text: 'whitespace-pre-wrap',
  entry: 'whitespace-pre-wrap ps-[1.2em] -indent-[0.8em]',
  heading: 'mt-4 mb-1 text-lg font-semibold',
  row: '',
  blank: 'h-3',
};

/** The lines of a document, and the heading above the passage. */
export function useDocumentLines(options: {
  page: ItemText;
  span: Span | null;
  flow: boolean;
  isMarkdown: boolean;
}) {
  const { page, span, flow, isMarkdown } = options;
  return useMemo(
    () => {
      const lines = documentLines({ text: page.text, start: page.start, span, flow, isMarkdown });
      return { blocks: documentBlocks(lines), heading: headingAbove(lines) };
    },
    // The span is a new object at each render; compare its ends.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [page, span?.start, span?.end, flow, isMarkdown],
  );
}

/** The text with the passage marked: headings as headings, rows as tables. `mark` refers to its beginning. */
export function DocumentBody(props: { blocks: ShownBlock[]; mark: RefObject<HTMLElement | null> }) {
  const first = props.blocks.findIndex((block) => piecesOf(block).some((piece) => piece.marked));
  return props.blocks.map((block, position) => {
    const mark = position === first ? props.mark : null;
    return block.kind === 'line' ? (
      <div key={position} className={looks[block.line.kind]}>
        <Pieces pieces={block.line.pieces} mark={mark} />
      </div>
    ) : (
      <Table key={position} table={block} mark={mark} />
    );
  });
}

/** Narrow on a phone, to leave room for the other columns. */
const firstColumn = 'sticky start-0 max-w-36 wrap-break-word! sm:max-w-56';

/** Otherwise a date or a number would break at its hyphens. */
const isShort = (cell: TextPiece[]) => /^\s*\S{1,16}\s*$/u.test(cell.map(({ text }) => text).join(''));

function Table(props: {
  table: Extract<ShownBlock, { kind: 'table' }>;
  mark: RefObject<HTMLElement | null> | null;
}) {
  const { header, rows } = props.table;
  const isMarked = (cells: TextPiece[][]) => cells.some((cell) => cell.some((piece) => piece.marked));
  const first = rows.findIndex(isMarked);
  const from = rows[first]?.findIndex((cell) => isMarked([cell])) ?? -1;
  return (
    // Scrolls separately, so the column names and the first cell of a row stay visible.
    <div
      className="table-scroll scroll-quiet my-2 max-h-[max(10rem,min(65dvh,100cqh-3rem))]!"
      tabIndex={0}
      role="group"
    >
      <table className="min-w-full border-separate border-spacing-0 font-sans text-sm">
        {header === null ? null : (
          <thead>
            <tr>
              {header.map((cell, column) => (
                <th
                  key={column}
                  className={`sticky top-0 border-b bg-panel px-3 py-1.5 text-start align-bottom font-semibold ${column === 0 ? `z-20 ${firstColumn}` : 'z-10 max-w-96'}`}
                >
                  <Pieces pieces={cell} mark={null} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} className={isMarked(cells) ? 'bg-mark' : 'bg-paper'} data-marked={isMarked(cells)}>
              {cells.map((cell, column) => (
                <td
                  key={column}
                  className={`border-b px-3 py-1.5 align-top ${column === 0 ? `bg-inherit ${firstColumn}` : 'max-w-96'} ${isShort(cell) ? 'whitespace-nowrap' : ''}`}
                >
                  <Pieces pieces={cell} mark={row === first && column === from ? props.mark : null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pieces(props: { pieces: TextPiece[]; mark: RefObject<HTMLElement | null> | null }) {
  const first = props.pieces.findIndex((piece) => piece.marked);
  return props.pieces.map((piece, position) =>
    piece.marked ? (
      <mark
        key={position}
        ref={position === first ? props.mark : null}
        className="-mx-0.5 rounded-sm bg-mark px-0.5 text-ink"
      >
        <Worded piece={piece} />
      </mark>
    ) : (
      <Worded key={position} piece={piece} />
    ),
  );
}

/** Would break at its hyphens. */
const DATE = /(\d{4}-\d\d-\d\d)/u;

function Worded({ piece: { text, look } }: { piece: TextPiece }) {
  const words = DATE.test(text)
    ? text.split(DATE).map((part, position) =>
        position % 2 === 0 ? (
          part
        ) : (
          <span key={position} className="whitespace-nowrap">
            {part}
          </span>
        ),
      )
    : text;
  if (look === undefined) return words;
  const plain = look.code ? <code className="font-mono text-[0.9em]">{words}</code> : words;
  const leaning = look.emphasis ? <em>{plain}</em> : plain;
  const shown = look.strong ? <strong>{leaning}</strong> : leaning;
  return look.href === undefined ? (
    shown
  ) : (
    <SafeLink address={look.href} className="text-accent underline underline-offset-2">
      {shown}
    </SafeLink>
  );
}

function piecesOf(block: ShownBlock): TextPiece[] {
  if (block.kind === 'line') return block.line.pieces;
  return [...(block.header ?? []), ...block.rows.flat()].flat();
}
