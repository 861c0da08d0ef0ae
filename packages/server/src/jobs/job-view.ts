import type { IngestOutcome, IngestProgress } from '@ibid/retrieval/internal';
import type { Job } from '@ibid/store/internal';

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

export type JobProgress = typeof NOTHING_YET;

export function toJobProgress(progress: IngestProgress): JobProgress {
  const { phase, files, chunks, bytes, chunksPerSecond, secondsLeft, current, share, pages } = progress;
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

/** A job as clients see it, while it runs and afterwards. */
export function jobView(job: Job) {
  const outcomes = job.result?.outcomes ?? [];
  return {
    id: job.id,
    kind: job.kind,
    state: JOB_STATES[job.state],
    knowledgeBaseId: knowledgeBaseOf(job),
    progress: { ...NOTHING_YET, ...(job.progress as Partial<JobProgress>) },
    outcomes: outcomes.map(outcomeView),
    ...(job.error === null ? {} : { error: job.error }),
    createdAt: job.createdAt,
    finishedAt: job.finishedAt,
  };
}

function knowledgeBaseOf({ input }: Job): string | null {
  const found = input['knowledgeBaseId'];
  return typeof found === 'string' ? found : null;
}

function outcomeView(outcome: IngestOutcome) {
  return {
    name: outcome.name,
    outcome: outcome.status,
    itemId: outcome.itemId,
    chunks: outcome.chunks,
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
    ...(outcome.code === undefined ? {} : { code: outcome.code }),
    ...(outcome.files === undefined ? {} : { files: outcome.files }),
    ...(outcome.warnings === undefined ? {} : { warnings: outcome.warnings }),
  };
}
