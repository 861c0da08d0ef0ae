import { withoutEmphasis } from '@ibid/retrieval/internal/browser';
import { ArrowDown, ArrowUp, Clock, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { EvidenceCell, EvidenceColumn, EvidenceRow } from '../api/tables.js';
import { lookOf } from '../citations/verdict.js';
import { classNames } from '../lib/class-names.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';

type RowDocument = NonNullable<EvidenceRow['document']>;

export interface GridActions {
  open: (row: EvidenceRow, cell: EvidenceCell) => void;
  edit: (row: EvidenceRow, column: EvidenceColumn) => void;
  sort: (by: string) => void;
  removeRow: ((row: EvidenceRow) => void) | null;
  removeColumn: ((column: EvidenceColumn) => void) | null;
}

/** ANS-1: documents as rows, questions as columns; arrow keys move between cells, Enter opens the passage, E edits. */
export function EvidenceGrid(props: {
  label: string;
  columns: readonly EvidenceColumn[];
  rows: readonly EvidenceRow[];
  sort: string | null;
  actions: GridActions;
}) {
  const { columns, rows, sort, actions } = props;
  const [active, setActive] = useState({ row: 0, column: 0 });
  const grid = useRef<HTMLTableElement>(null);
  const focus = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    };
    setActive(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${next.row},${next.column}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target as HTMLElement).dataset['place'])
      return;
    const row = rows[active.row];
    const column = columns[active.column];
    const cell = row?.cells.find(({ columnId }) => columnId === column?.id);
    const moves: Record<string, [number, number]> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [10, 0],
      PageUp: [-10, 0],
    };
    const move = moves[event.key];
    if (move) focus(active.row + move[0], active.column + move[1]);
    else if (event.key === 'Home') focus(active.row, 0);
    else if (event.key === 'End') focus(active.row, columns.length - 1);
    else if (event.key === 'Enter' && row && cell) actions.open(row, cell);
    else if (/^(?:e|E|F2)$/u.test(event.key) && row?.document && column) actions.edit(row, column);
    else return;
    event.preventDefault();
  };
  return (
    <table
      ref={grid}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      className="w-max min-w-full border-separate border-spacing-0 text-sm"
      onKeyDown={onKey}
    >
      <thead>
        <tr>
          <Heading name={texts.tables.document} by="document" sort={sort} onSort={actions.sort} isFirst />
          {columns.map((column) => (
            <Heading
              key={column.id}
              name={column.unit ? `${column.name} (${column.unit})` : column.name}
              question={column.question}
              by={column.id}
              sort={sort}
              onSort={actions.sort}
              onRemove={actions.removeColumn ? () => actions.removeColumn?.(column) : null}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={row.id} className="group/row" data-testid="evidence-row">
            <th
              scope="row"
              className="sticky start-0 z-10 w-44 max-w-44 border-e border-b bg-paper px-3 py-2 text-start align-top font-medium sm:w-64 sm:max-w-64"
            >
              {/* Nothing next to the title: on a phone, every character counts. */}
              <span className="flex flex-col items-start gap-1">
                {row.document === null ? (
                  <span className="text-soft italic">
                    {row.isDeleted ? texts.tables.deletedRow : texts.tables.withheld}
                  </span>
                ) : (
                  <bdi className="max-w-full break-words hyphens-auto" title={row.document.name}>
                    {row.document.title}
                  </bdi>
                )}
                {row.document !== null && isNameNeeded(row.document, rows) ? (
                  <bdi className="max-w-full text-xs font-normal break-all text-soft">
                    {row.document.name}
                  </bdi>
                ) : null}
                {actions.removeRow === null ? null : (
                  <IconButton
                    label={texts.tables.removeRow}
                    small
                    className="absolute end-1 bottom-1 bg-paper opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 pointer-coarse:static pointer-coarse:-ms-1.5 pointer-coarse:opacity-100"
                    onClick={() => actions.removeRow?.(row)}
                  >
                    <Trash2 size={14} />
                  </IconButton>
                )}
              </span>
              {row.isStale ? <Mark>{texts.tables.outOfDate}</Mark> : null}
            </th>
            {columns.map((column, columnIndex) => (
              <Cell
                key={column.id}
                row={row}
                column={column}
                place={`${rowIndex},${columnIndex}`}
                isActive={active.row === rowIndex && active.column === columnIndex}
                onFocus={() => setActive({ row: rowIndex, column: columnIndex })}
                actions={actions}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Another row has the same title, so only the file name distinguishes them. */
function isNameNeeded({ itemId, title, name }: RowDocument, rows: readonly EvidenceRow[]): boolean {
  return (
    name !== title &&
    rows.some(({ document }) => document !== null && document.title === title && document.itemId !== itemId)
  );
}

function Heading(props: {
  name: string;
  question?: string;
  by: string;
  sort: string | null;
  isFirst?: boolean;
  onSort: (by: string) => void;
  onRemove?: (() => void) | null;
}) {
  const isSorted = props.sort?.replace(/^-/u, '') === props.by;
  const isDescending = props.sort?.startsWith('-') ?? false;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
      className={classNames(
        'group/head sticky top-0 z-20 border-b bg-panel px-3 py-2 text-start align-top',
        props.isFirst ? 'start-0 z-30 border-e' : 'max-w-72 min-w-40',
      )}
    >
      <span className="flex items-start gap-1">
        <button
          type="button"
          aria-label={texts.tables.sortBy(props.name, isSorted)}
          title={props.question}
          onClick={() => props.onSort(props.by)}
          className="flex min-w-0 flex-1 items-center gap-1 text-start font-semibold break-words hover:text-accent"
        >
          {props.name}
          {isSorted ? isDescending ? <ArrowDown size={14} /> : <ArrowUp size={14} /> : null}
        </button>
        {props.onRemove ? (
          <IconButton
            label={`${texts.tables.removeColumn}: ${props.name}`}
            small
            className="-my-1 opacity-0 group-hover/head:opacity-100 focus-visible:opacity-100"
            onClick={props.onRemove}
          >
            <Trash2 size={14} />
          </IconButton>
        ) : null}
      </span>
      {props.question === undefined ? null : (
        <span className="line-clamp-2 text-xs font-normal text-soft">{props.question}</span>
      )}
    </th>
  );
}

/** What a cell says, in words. */
function wordsOf(cell: EvidenceCell | undefined): string {
  if (cell === undefined || (cell.verdict === null && cell.edit === null)) return texts.tables.missing;
  if (cell.edit !== null) return cell.edit.value;
  // With a reason, it is unknown whether the document says it.
  if (cell.verdict === 'absent') return cell.reason === null ? texts.tables.absent : texts.tables.notFound;
  if (cell.verdict === 'failed') return texts.tables.failedCell;
  return withoutEmphasis(cell.value ?? '');
}

function hintOf(judged: Pick<EvidenceCell, 'verdict' | 'reason' | 'quote'> | undefined): string | undefined {
  const absent = judged?.verdict === 'absent' ? texts.tables.absentHint : undefined;
  if (judged?.reason) return texts.engine(judged.reason);
  return judged?.quote ? withoutEmphasis(judged.quote) : absent;
}

function Cell(props: {
  row: EvidenceRow;
  column: EvidenceColumn;
  place: string;
  isActive: boolean;
  onFocus: () => void;
  actions: GridActions;
}) {
  const { row, column, actions } = props;
  const cell = row.cells.find(({ columnId }) => columnId === column.id);
  const isQuiet = row.document === null || cell === undefined || (cell.edit === null && cell.value === null);
  const words = row.document === null ? '' : wordsOf(cell);
  // An edit has its own verdict; the computed value's does not apply.
  const judged = cell?.edit ?? cell;
  const verdict = judged?.verdict ?? null;
  const isUnchecked = cell?.edit !== undefined && cell.edit !== null && verdict === null;
  const look =
    verdict === 'supported' || verdict === 'weak' || verdict === 'unsupported' ? lookOf(verdict) : null;
  const said = [
    `${column.name}: ${words || texts.tables.withheldHint}`,
    look?.label,
    cell?.edit ? texts.tables.edited : '',
    isUnchecked ? texts.tables.notChecked : '',
    cell?.isStale ? texts.tables.outOfDate : '',
  ];
  return (
    <td
      role="gridcell"
      data-place={props.place}
      data-verdict={verdict ?? 'none'}
      tabIndex={props.isActive ? 0 : -1}
      aria-label={said.filter(Boolean).join('. ')}
      title={isUnchecked ? texts.tables.notCheckedHint : hintOf(judged)}
      onFocus={props.onFocus}
      onClick={() => (cell && row.document !== null ? actions.open(row, cell) : undefined)}
      className="group/cell relative max-w-72 min-w-40 border-b px-3 py-2 align-top focus:bg-accent-soft/40 focus:outline-2 focus:-outline-offset-2 focus:outline-accent"
    >
      <span className={classNames('line-clamp-3 break-words', isQuiet && 'text-soft italic')} dir="auto">
        {words}
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-1">
        {look === null ? null : (
          <span
            className={classNames('rounded-md px-1.5 text-xs font-semibold', look.badge)}
            aria-hidden="true"
          >
            {look.claimSign}
          </span>
        )}
        {cell?.edit ? <Mark>{texts.tables.edited}</Mark> : null}
        {isUnchecked ? <Mark>{texts.tables.notChecked}</Mark> : null}
        {cell?.isStale ? (
          <span className="text-weak" aria-hidden="true">
            <Clock size={13} />
          </span>
        ) : null}
      </span>
      {row.document === null ? null : (
        <span className="absolute end-1 bottom-1 opacity-0 group-focus-within/cell:opacity-100 group-hover/cell:opacity-100 group-focus/cell:opacity-100">
          <IconButton
            label={texts.tables.edit}
            small
            tabIndex={-1}
            className="bg-raised"
            onClick={(event) => {
              event.stopPropagation();
              actions.edit(row, column);
            }}
          >
            <Pencil size={14} />
          </IconButton>
        </span>
      )}
    </td>
  );
}

function Mark({ children }: { children: string }) {
  return <span className="rounded-md bg-weak-soft px-1.5 text-xs font-medium text-weak">{children}</span>;
}
