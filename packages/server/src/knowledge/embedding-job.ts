import { reportOf } from '@ibid/retrieval/internal';
import { SYSTEM_OWNER } from '../jobs/job-runner.js';
import type { JobTask } from '../jobs/job-runner.js';
import type { Jobs, KnowledgeAccess } from '../services.js';

/** Computes missing vectors for the current embedder. Each batch is stored, so any worker can continue. */
export function embeddingTask(services: KnowledgeAccess): JobTask {
  return {
    work: async ({ signal, onProgress }) => {
      const started = Date.now();
      const { embedded } = await services.knowledge.embedMissing({
        signal,
        onProgress: ({ done, total }) => {
          const chunksPerSecond = (done / Math.max(1, Date.now() - started)) * 1000;
          onProgress({
            phase: 'ingesting',
            files: { done: 0, total: null, failed: 0 },
            chunks: done,
            bytes: 0,
            chunksPerSecond,
            secondsLeft: chunksPerSecond > 0 ? (total - done) / chunksPerSecond : null,
            current: null,
            share: total === 0 ? 1 : done / total,
          });
        },
      });
      return { ...reportOf([], signal.aborted), chunks: embedded };
    },
  };
}

/** Queues the work for any free worker, unless it is already queued. */
export async function startEmbeddingJob(services: KnowledgeAccess & Jobs): Promise<void> {
  await services.jobRunner.start({
    kind: 'embedding',
    ownerId: SYSTEM_OWNER,
    input: {},
    isOnlyOne: true,
  });
}
