import { useParams } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, PanelLeft, Table2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { ApiError } from '../api/api-error.js';
import { removeColumn, removeRow, ROWS_PER_PAGE, tablesKey, useTable, useTableRows } from '../api/tables.js';
import { isUnderWay } from '../api/use-job.js';
import type {
  EvidenceCell,
  EvidenceColumn,
  EvidenceRow,
  EvidenceTableState,
  RowsQuery,
} from '../api/tables.js';
import { CitationActionsContext, noActions } from '../citations/citation-actions.js';
import { PanelContext } from '../panel/panel-context.js';
import type { PanelState } from '../panel/panel-context.js';
import { SidePanel } from '../panel/side-panel.js';
import { usePanelState } from '../panel/use-panel-state.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { useShell } from '../shell/shell-context.js';
import { texts } from '../texts/texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { EmptyState } from '../ui/empty-state.js';
import { SelectField } from '../ui/field.js';
import { IconButton } from '../ui/icon-button.js';
import { QueryState } from '../ui/query-state.js';
import { EditCellDialog } from './edit-cell-dialog.js';
import { EvidenceGrid } from './evidence-grid.js';
import { TableActions } from './table-actions.js';
import { TableProgress } from './table-progress.js';

/** ANS-1: one evidence table, page by page, with the passage of a cell next to it. */
export function TablePage() {
  const { tableId } = useParams({ from: '/tables/$tableId' });
  const table = useTable(tableId);
  const panel = usePanelState();
  const step = useRef<(by: 1 | -1) => void>(() => undefined);
  const actions = useMemo(() => ({ ...noActions, step: (by: 1 | -1) => step.current(by) }), []);
  if (table.error instanceof ApiError && table.error.status === 404) return <NotFoundPage />;
  return (
    <PanelContext value={panel}>
      <CitationActionsContext value={actions}>
        <div className="flex min-w-0 flex-1">
          <main className="flex min-w-0 flex-1 flex-col">
            <QueryState query={table}>
              {(data) => <Table table={data} panel={panel} step={step} />}
            </QueryState>
          </main>
          <SidePanel conversationId="" leaf={null} />
        </div>
      </CitationActionsContext>
    </PanelContext>
  );
}

function Table(props: {
  table: EvidenceTableState;
  panel: PanelState;
  /** Set here: steps from the open passage to that of the next or previous cell. */
  step: RefObject<(by: 1 | -1) => void>;
}) {
  const { table, panel } = props;
  const [query, setQuery] = useState<RowsQuery>({ offset: 0, sort: null, verdict: null, column: null });
  const [editing, setEditing] = useState<{ row: EvidenceRow; column: EvidenceColumn } | null>(null);
  const [removing, setRemoving] = useState<Removal | null>(null);
  const rows = useTableRows(table.id, query, isUnderWay(table.job));
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [...tablesKey, table.id] });
  const ask = (change: Partial<RowsQuery>) => setQuery((now) => ({ ...now, offset: 0, ...change }));
  const { columns } = table;
  // If a run ends between two polls, the rows are from before its end; reload them.
  const counts = JSON.stringify(table.counts);
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [...tablesKey, table.id, 'rows'] });
  }, [client, counts, table.id]);
  useEffect(() => {
    props.step.current = (by) => {
      const places = placesOf(rows.data?.rows ?? [], columns);
      const shown = panel.content?.kind === 'document' ? panel.content.citation?.citationId : undefined;
      const at = places.findIndex(({ row, cell }) => idOf(row, cell) === shown);
      const next = places[(at + by + places.length) % places.length];
      if (next) openPassage(next.row, next.cell, columns, panel.open, setEditing);
    };
  }, [columns, panel.content, panel.open, props.step, rows.data]);
  return (
    <>
      <Head table={table} onChange={refresh} />
      <div className="flex flex-col gap-3 px-4 pb-3 sm:px-6">
        <TableProgress table={table} onChange={refresh} />
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-60">
            <SelectField
              label={texts.tables.filter}
              value={query.verdict ?? 'all'}
              onChange={(event) => ask({ verdict: event.target.value === 'all' ? null : event.target.value })}
            >
              {Object.entries(texts.tables.filters).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                  {countOf(table, value)}
                </option>
              ))}
            </SelectField>
          </div>
          <Pager total={rows.data?.total ?? 0} offset={query.offset} onOffset={(offset) => ask({ offset })} />
        </div>
        <p className="sr-only">{texts.tables.keys}</p>
      </div>
      <div className="scroll-quiet min-h-0 flex-1 overflow-auto border-t" data-testid="evidence-table">
        <QueryState query={rows}>
          {(data) =>
            columns.length === 0 || data.rows.length === 0 ? (
              <EmptyState
                icon={<Table2 size={30} />}
                title={
                  query.verdict !== null
                    ? texts.tables.noMatches
                    : columns.length === 0
                      ? texts.tables.noColumns
                      : texts.tables.noRows
                }
              >
                {query.verdict !== null
                  ? null
                  : columns.length === 0
                    ? texts.tables.noColumnsHint
                    : texts.tables.noRowsHint}
              </EmptyState>
            ) : (
              <EvidenceGrid
                label={table.name}
                columns={columns}
                rows={data.rows}
                sort={query.sort}
                actions={{
                  open: (row, cell) => openPassage(row, cell, columns, panel.open, setEditing),
                  edit: (row, column) => setEditing({ row, column }),
                  sort: (by) => ask({ sort: query.sort === by ? `-${by}` : by }),
                  removeRow: table.isOwner ? (row) => setRemoving({ row }) : null,
                  removeColumn: table.isOwner ? (column) => setRemoving({ column }) : null,
                }}
              />
            )
          }
        </QueryState>
      </div>
      {editing === null ? null : (
        <EditCellDialog
          tableId={table.id}
          rowId={editing.row.id}
          column={editing.column}
          cell={editing.row.cells.find(({ columnId }) => columnId === editing.column.id)}
          onClose={() => setEditing(null)}
          onSaved={refresh}
        />
      )}
      {removing === null ? null : (
        <ConfirmDialog
          title={
            'column' in removing
              ? `${texts.tables.removeColumn}: ${removing.column.name}`
              : `${texts.tables.removeRow}: ${removing.row.document?.title ?? (removing.row.isDeleted ? texts.tables.deletedRow : texts.tables.withheld)}`
          }
          question={texts.tables.removeQuestion}
          action={texts.common.delete}
          onClose={() => setRemoving(null)}
          onConfirm={() =>
            ('column' in removing
              ? removeColumn(table.id, removing.column.id)
              : removeRow(table.id, removing.row.id)
            ).then(refresh)
          }
        />
      )}
    </>
  );
}

type Removal = { row: EvidenceRow } | { column: EvidenceColumn };

/** Cells with a passage, in reading order. */
function placesOf(rows: readonly EvidenceRow[], columns: readonly EvidenceColumn[]) {
  return rows.flatMap((row) =>
    columns.flatMap(({ id }) => {
      const cell = row.cells.find(({ columnId }) => columnId === id);
      return cell && (cell.edit ?? cell).passage ? [{ row, cell }] : [];
    }),
  );
}

const idOf = (row: EvidenceRow, cell: EvidenceCell) => `${row.id} ${cell.columnId}`;

/** A cell without a passage opens its document; one never computed opens for editing. */
function openPassage(
  row: EvidenceRow,
  cell: EvidenceCell,
  columns: readonly EvidenceColumn[],
  open: PanelState['open'],
  edit: (editing: { row: EvidenceRow; column: EvidenceColumn }) => void,
): void {
  const column = columns.find(({ id }) => id === cell.columnId);
  const { document } = row;
  if (document === null || column === undefined) return;
  const { passage, verdict, reason } = cell.edit ?? cell;
  if (cell.edit === null && (verdict === null || verdict === 'failed')) return edit({ row, column });
  if (passage === null || verdict === null || verdict === 'absent' || verdict === 'failed')
    return open({
      kind: 'document',
      itemId: document.itemId,
      title: document.title,
      number: null,
      citation: null,
    });
  open({
    kind: 'document',
    itemId: document.itemId,
    title: document.title,
    number: null,
    citation: {
      citationId: idOf(row, cell),
      number: 0,
      itemId: document.itemId,
      title: document.title,
      range: { start: 0, end: 0 },
      passage: passage as never,
      score: null,
      verdict,
      ...(reason === null ? {} : { reason }),
    },
  });
}

function countOf({ counts }: EvidenceTableState, filter: string): string {
  const count =
    filter === 'edited' ? counts.edited : filter === 'stale' ? counts.stale : (counts.byVerdict[filter] ?? 0);
  return filter === 'all' || count === 0 ? '' : ` (${count})`;
}

function Head(props: { table: EvidenceTableState; onChange: () => Promise<unknown> }) {
  const shell = useShell();
  const { table } = props;
  return (
    <header className="flex flex-wrap items-center gap-3 px-4 pt-4 pb-3 sm:px-6">
      {shell.sidebarOpen ? null : (
        <IconButton
          label={texts.navigation.openSidebar}
          onClick={shell.toggleSidebar}
          className="-ms-2 self-start"
        >
          <PanelLeft size={18} />
        </IconButton>
      )}
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="font-serif text-[1.7rem] leading-tight break-words">
          <bdi>{table.name}</bdi>
        </h1>
        <p className="mt-1 text-sm text-soft">
          {texts.tables.counts(table.rows - table.counts.withheld, table.columns.length)}
          {table.counts.withheld === 0 ? '' : ` · ${texts.tables.without(table.counts.withheld)}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <TableActions table={table} onChange={props.onChange} />
      </div>
    </header>
  );
}

function Pager(props: { total: number; offset: number; onOffset: (offset: number) => void }) {
  const { total, offset } = props;
  if (total <= ROWS_PER_PAGE) return null;
  return (
    <span className="ms-auto flex items-center gap-1 text-sm text-soft tabular-nums">
      {texts.tables.page(offset + 1, Math.min(total, offset + ROWS_PER_PAGE), total)}
      <IconButton
        label={texts.tables.previous}
        disabled={offset === 0}
        onClick={() => props.onOffset(Math.max(0, offset - ROWS_PER_PAGE))}
      >
        <ChevronLeft size={17} />
      </IconButton>
      <IconButton
        label={texts.tables.next}
        disabled={offset + ROWS_PER_PAGE >= total}
        onClick={() => props.onOffset(offset + ROWS_PER_PAGE)}
      >
        <ChevronRight size={17} />
      </IconButton>
    </span>
  );
}
