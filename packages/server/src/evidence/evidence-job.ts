import { fillEvidenceRow, reportOf } from '@ibid/retrieval/internal';
import type { EvidenceCell } from '@ibid/retrieval/internal';
import type { EvidenceTable, Job, PendingEvidenceRow } from '@ibid/store/internal';
import { z } from 'zod';
import type { Principal } from '../auth/principal.js';
import { metered } from '../budgets/metered.js';
import { withinQuotas } from '../budgets/within-quotas.js';
import type { JobTask } from '../jobs/job-runner.js';
import { noteUsage } from '../knowledge/summarise-item.js';
import type { Accounts, Budgets, Configuration, Jobs, ModelWork, Research } from '../services.js';
import { convertUsage } from '@ibid/core/internal';
import { principalWhoAsked } from '../auth/principal-who-asked.js';

export const EvidenceInputSchema = z.object({ tableId: z.string(), userId: z.string() });
export type EvidenceInput = z.infer<typeof EvidenceInputSchema>;

const ROWS_AT_ONCE = 20;
/** Documents sent to a language model in parallel. Quoting runs in this process, one at a time. */
const ASKED_AT_ONCE = 4;
/** After this many consecutive failures the provider counts as down, and the rest waits for the next run. */
const MOST_FAILURES = 5;
const FAILED_BEFORE = { value: null, number: null, written: null, quote: null, passage: null } as const;

/** ANS-1: computes missing, failed and stale cells. A running job picks up what is new. */
export async function startEvidenceJob(
  services: Configuration & Research & Jobs & Budgets,
  principal: Principal,
  table: Pick<EvidenceTable, 'id' | 'jobId'>,
): Promise<Job> {
  const running = await underWay(services, table);
  if (running) return running;
  const input = { tableId: table.id, userId: principal.user.id };
  return withinQuotas(services, principal, { jobs: 1 }, async () => {
    const job = await services.jobRunner.start({
      kind: 'evidence',
      ownerId: principal.user.id,
      input: { ...input, resumable: services.staysOpen },
    });
    await services.evidenceTables.update(table.id, { jobId: job.id });
    return job;
  });
}

/** ORG-5: refuses a job beyond the user's quota before anything is changed. */
export async function requireRoomForJob(
  services: Configuration & Jobs & Budgets,
  principal: Principal,
  table: Pick<EvidenceTable, 'jobId'>,
): Promise<void> {
  if (!(await underWay(services, table)))
    await withinQuotas(services, principal, { jobs: 1 }, async () => {});
}

async function underWay(services: Jobs, { jobId }: Pick<EvidenceTable, 'jobId'>): Promise<Job | null> {
  const job = jobId === null ? null : await services.jobRunner.get(jobId);
  return job?.state === 'queued' || job?.state === 'running' ? job : null;
}

/** Stores each row as it is finished: a run that is stopped, killed or taken over computes only the rest. */
export function evidenceTask(
  services: ModelWork & Accounts & Research,
  { tableId, userId }: EvidenceInput,
): JobTask {
  return {
    work: async ({ signal, endNow, onProgress }) => {
      const principal = await principalWhoAsked(services, userId);
      if (!principal) return reportOf([], false);
      const { viewer } = principal;
      const started = Date.now();
      const rows = await services.evidenceTables.countRows(tableId);
      let total = await services.evidenceCells.countPending(viewer, tableId);
      const counts = { cells: 0, rows: 0, failed: 0, inARow: 0 };
      const tell = (current: string | null) => {
        const perSecond = counts.cells / Math.max(0.001, (Date.now() - started) / 1000);
        onProgress({
          phase: 'ingesting',
          files: { done: counts.rows, total: rows, failed: counts.failed },
          chunks: counts.cells,
          bytes: 0,
          chunksPerSecond: perSecond,
          secondsLeft: counts.cells > 0 ? Math.max(0, total - counts.cells) / perSecond : null,
          current,
          share: total === 0 ? 1 : Math.min(1, counts.cells / total),
        });
      };
      tell(null);
      // A second pass finds what was added behind the position of the first.
      for (let pass = 0, before = -1; counts.cells > before && !signal.aborted; pass += 1) {
        before = counts.cells;
        for (let after = -1; !signal.aborted;) {
          const table = await services.evidenceTables.get(viewer, tableId);
          if (!table) return reportOf([], false);
          const pending = await services.evidenceCells.pending(viewer, tableId, {
            after,
            limit: ROWS_AT_ONCE,
            retryFailed: pass === 0,
          });
          const last = pending.at(-1);
          if (!last) break;
          after = last.position;
          const filler = await fillerOf(services, principal, table, endNow);
          for (let from = 0; from < pending.length && !signal.aborted; from += filler.atOnce) {
            const done = pending.slice(from, from + filler.atOnce);
            const outcomes = await Promise.all(done.map((row) => filler.fill(row)));
            for (const [index, { failed, title }] of outcomes.entries()) {
              counts.cells += done[index]?.columnIds.length ?? 0;
              counts.rows += 1;
              counts.failed += failed === null ? 0 : 1;
              counts.inARow = failed === null ? 0 : counts.inARow + 1;
              total = Math.max(total, counts.cells);
              tell(title);
              if (failed !== null && counts.inARow >= MOST_FAILURES) throw failed;
            }
          }
        }
      }
      return reportOf([], signal.aborted);
    },
  };
}

async function fillerOf(
  services: ModelWork & Research,
  principal: Principal,
  table: EvidenceTable,
  endNow: AbortSignal,
) {
  const chosen = table.modelId ?? (await services.models.chosen('chat'));
  const resolved = await metered(services, principal, await services.models.resolve(chosen));
  const model = resolved.isLanguageModel ? resolved.model : null;
  const fill = async (
    pending: PendingEvidenceRow,
  ): Promise<{ failed: Error | null; title: string | null }> => {
    const { rowId, itemId, columnIds } = pending;
    const columns = table.columns.filter(({ id }) => columnIds.includes(id));
    const put = (
      contentHash: string,
      cells: readonly (Omit<EvidenceCell, 'verdict'> & { verdict: EvidenceCell['verdict'] | 'failed' })[],
    ) =>
      services.evidenceCells.put({
        tableId: table.id,
        rowId,
        contentHash,
        modelId: resolved.id,
        cells: cells.map((cell, index) => ({ ...cell, columnId: columns[index]?.id ?? '' })),
      });
    try {
      const row = await fillEvidenceRow({
        store: services.knowledge.reader,
        viewer: principal.viewer,
        itemId,
        columns,
        model,
        contextWindow: resolved.profile.contextWindow,
        embedder: await services.embedder,
        signal: endNow,
      });
      // The document was deleted during the job; its row already shows that.
      if (!row) return { failed: null, title: null };
      if (row.usage) await noteUsage(services, principal, resolved.id, convertUsage(row.usage), 'table');
      await put(row.item.contentHash, row.cells);
      return { failed: null, title: row.item.title };
    } catch (error) {
      if (endNow.aborted) return { failed: null, title: null };
      const failed = error instanceof Error ? error : new Error(String(error));
      const reason = `${failed.message} Run the table again to fill this cell.`;
      await put(
        pending.contentHash,
        columns.map(() => ({ ...FAILED_BEFORE, verdict: 'failed' as const, reason })),
      );
      return { failed, title: null };
    }
  };
  return { fill, atOnce: model ? ASKED_AT_ONCE : 1 };
}
