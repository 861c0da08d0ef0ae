import type { ExportedCell, ExportedEvidence, Viewer } from '@ibid/retrieval/internal';
import type { EvidenceTable, Job, StoredEvidenceCell } from '@ibid/store/internal';
import { LOCAL_USER_ID } from '../auth/principal.js';
import type { Principal } from '../auth/principal.js';
import { jobView } from '../jobs/job-view.js';
import type { Accounts, Jobs, Research } from '../services.js';

const ROWS_AT_ONCE = 200;
const WITHHELD_ROW = 'A document you may not see';
const DELETED_ROW = 'A document that was deleted';

/** A table as listed. */
export async function tableView(services: Research, principal: Principal, table: EvidenceTable) {
  const { ownerId, jobId: _jobId, sharing, ...shown } = table;
  const isOwner = ownerId === principal.user.id;
  return {
    ...shown,
    rows: await services.evidenceTables.countRows(table.id),
    sharing: isOwner ? sharing : { ...sharing, sharedWithUsers: [], sharedWithGroups: [] },
    isOwner,
  };
}

/** With its progress. */
export async function tableState(services: Research & Jobs, principal: Principal, table: EvidenceTable) {
  const job = table.jobId === null ? null : await services.jobRunner.get(table.jobId);
  return {
    ...(await tableView(services, principal, table)),
    counts: await services.evidenceCells.counts(principal.viewer, table.id),
    job: job && tableJobView(principal, job),
  };
}

/**
 * The job of a table that may belong to someone else. It runs with the owner's rights, so only the owner sees the
 * current document's title and the number of failures.
 */
export function tableJobView({ user }: Principal, job: Job) {
  const view = jobView(job);
  if (job.ownerId === user.id) return view;
  return { ...view, progress: { ...view.progress, current: null, filesFailed: 0 } };
}

/** Names for ids; for deleted users, a note saying so. */
export async function userNames(services: Accounts, ids: Iterable<string>): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(ids))
    names.set(id, id === LOCAL_USER_ID ? 'you' : ((await services.users.get(id))?.name ?? 'a deleted user'));
  return names;
}

export function cellView({ edit, ...cell }: StoredEvidenceCell, names: ReadonlyMap<string, string>) {
  return {
    ...cell,
    edit: edit && editView(edit, names),
  };
}

function editView(
  { userId, number: _number, ...edit }: NonNullable<StoredEvidenceCell['edit']>,
  names: ReadonlyMap<string, string>,
) {
  return { ...edit, by: names.get(userId) ?? '' };
}

/** The table for export, page by page, with the rights of the user who exports it. */
export function exportedTable(
  services: Accounts & Research,
  viewer: Viewer,
  table: EvidenceTable,
): ExportedEvidence {
  return {
    name: table.name,
    columns: table.columns.map(({ name, kind, unit }) => ({ name, kind, unit })),
    async *rows() {
      const shared = await services.evidenceCells.sharedTitles(viewer, table.id);
      for (let offset = 0; ; offset += ROWS_AT_ONCE) {
        const page = await services.evidenceCells.page(viewer, table.id, { offset, limit: ROWS_AT_ONCE });
        const edits = page.rows.flatMap(({ cells }) => cells.flatMap(({ edit }) => edit?.userId ?? []));
        const names = await userNames(services, edits);
        for (const { document, isDeleted, cells } of page.rows)
          yield {
            document: document ? documentLabel(document, shared) : isDeleted ? DELETED_ROW : WITHHELD_ROW,
            cells: table.columns.map(({ id }) => {
              const cell = cells.find(({ columnId }) => columnId === id);
              return cell ? exportedCell(cell, names) : null;
            }),
          };
        if (offset + page.rows.length >= page.total || page.rows.length === 0) return;
      }
    },
  };
}

/** Its title, plus the file name if another document of the table has the same title. */
function documentLabel(
  { title, name }: { title: string; name: string },
  shared: ReadonlySet<string>,
): string {
  return shared.has(title) && name !== title ? `${title} (${name})` : title;
}

function exportedCell(cell: StoredEvidenceCell, names: ReadonlyMap<string, string>): ExportedCell {
  const { edit, value, number, written, quote } = cell;
  const absent = cell.reason === null ? 'not in the document' : 'not found';
  const computed = cell.verdict === 'absent' ? absent : (value ?? '');
  const judged = judgement(cell);
  const isUnsure = isDoubted(edit ? edit.verdict : cell.verdict);
  if (!edit) return { value: computed, number, written, quote, note: judged, isUnsure };
  const own = edit.verdict === null ? 'not checked' : judgement(edit);
  const note = `edited by ${names.get(edit.userId) ?? ''} on ${edit.at.slice(0, 10)}, ${own}; computed: ${computed}${judged === '' ? '' : ` (${judged})`}`;
  return { value: edit.value, number: edit.number, written: null, quote: edit.quote, note, isUnsure };
}

function isDoubted(verdict: StoredEvidenceCell['verdict']): boolean {
  return verdict === 'weak' || verdict === 'unsupported';
}

function judgement({ verdict, reason }: Pick<StoredEvidenceCell, 'verdict' | 'reason'>): string {
  return [verdict === 'absent' ? '' : (verdict ?? ''), reason ?? ''].filter((part) => part !== '').join(': ');
}
