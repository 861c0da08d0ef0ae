import type { LocalModel } from '../local-models/index.js';
import type { Reranker } from '../rank/index.js';
import { startModelPool } from './model-pool.js';

/** MOD-5: a local cross-encoder as a reranker, in worker threads. */
export async function openLocalReranker(options: {
  /** From `readModelFolder` or `fetchModel`. */
  model: LocalModel;
  workers?: number;
}): Promise<Reranker & { close(): Promise<void> }> {
  const { model } = options;
  const pool = await startModelPool({ model, workers: options.workers ?? 1 });
  return {
    id: model.id,
    async rerank(query, documents) {
      const rows = await pool.run(documents, { output: 'score', query }, { isUrgent: true });
      return rows.map((row) => row[0]!);
    },
    close: () => pool.close(),
  };
}
