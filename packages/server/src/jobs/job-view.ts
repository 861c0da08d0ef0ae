import { reportOf } from '@ibid/retrieval/internal';
import type { IngestOutcome, IngestProgress } from '@ibid/retrieval/internal';
import type { Job } from '@ibid/store/internal';
import { joinReports } from './join-reports.js';

const UPLOADED = 'upload:';
const NOTHING_YET = {
  phase: 'queued',
  filesDone: 0,
  filesTotal: null as number | null,
  filesFailed: 0,
  chunks: 0,
  bytes: 0,
  chunksPerSecond: 0,
  secondsLeft: null as number | null,
  current: null as string | null,
  share: null as number | null,
  pages: null as { done: number; total: number } | null,
};

/** As stored. Clients find the results of files among the outcomes, as they do once the job is over. */
export type JobProgress = typeof NOTHING_YET & { settled?: Pick<IngestOutcome, keyof IngestOutcome>[] };

export function toJobProgress(progress: IngestProgress): JobProgress {
  const { phase, files, chunks, bytes, chunksPerSecond, secondsLeft, current, share, pages } = progress;
  const { settled } = progress;
  return {
    phase,
    filesDone: files.done,
    filesTotal: files.total,
    filesFailed: files.failed,
    chunks,
    bytes,
    chunksPerSecond,
    secondsLeft,
    current,
    share,
    pages: pages ?? null,
    ...(settled ? { settled: [...settled] } : {}),
  };
}

export const JOB_STATES = {
  queued: 'queued',
  running: 'running',
  complete: 'done',
  failed: 'failed',
  interrupted: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<Job['state'], string>;

/** A job as clients see it, during and after its run. */
export function jobView(job: Job) {
  const { settled = [], ...progress } = job.progress as Partial<JobProgress>;
  return {
    id: job.id,
    kind: job.kind,
    state: JOB_STATES[job.state],
    knowledgeBaseId: knowledgeBaseOf(job),
    progress: { ...NOTHING_YET, ...progress },
    outcomes: outcomesOf(job, settled).map(outcomeView),
    ...(job.error === null ? {} : { error: job.error }),
    createdAt: job.createdAt,
    finishedAt: job.finishedAt,
  };
}

/** The result exists once the job is over or has paused; until then, what is known of its files. */
function outcomesOf({ state, result }: Job, settled: IngestOutcome[]): IngestOutcome[] {
  if (state === 'complete') return result?.outcomes ?? [];
  return joinReports(result, reportOf(settled, true)).outcomes;
}

/** Includes folders: two files of an upload may have the same name. */
function pathOf({ externalId }: IngestOutcome): string | null {
  return externalId?.startsWith(UPLOADED) ? externalId.slice(UPLOADED.length) : null;
}

function knowledgeBaseOf({ input }: Job): string | null {
  const found = input['knowledgeBaseId'];
  return typeof found === 'string' ? found : null;
}

function outcomeView(outcome: IngestOutcome) {
  const path = pathOf(outcome);
  return {
    name: outcome.name,
    ...(path === null ? {} : { path }),
    outcome: outcome.status,
    itemId: outcome.itemId,
    chunks: outcome.chunks,
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
    ...(outcome.code === undefined ? {} : { code: outcome.code }),
    ...(outcome.files === undefined ? {} : { files: outcome.files }),
    ...(outcome.warnings === undefined ? {} : { warnings: outcome.warnings }),
  };
}
