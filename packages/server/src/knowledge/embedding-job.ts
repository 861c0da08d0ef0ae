import { reportOf } from '@ibid/retrieval/internal';
import { SYSTEM_OWNER } from '../jobs/job-runner.js';
import type { JobTask } from '../jobs/job-runner.js';
import type { Jobs, KnowledgeAccess } from '../services.js';

/** Vectors for text that has none of the embedder in use. Each batch is kept, so any worker can continue with it. */
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

/** Hands the work to whichever worker is free, unless it is handed in already. */
export async function startEmbeddingJob(services: KnowledgeAccess & Jobs): Promise<void> {
  await services.jobRunner.start({
    kind: 'embedding',
    ownerId: SYSTEM_OWNER,
    input: {},
    isOnlyOne: true,
  });
}
