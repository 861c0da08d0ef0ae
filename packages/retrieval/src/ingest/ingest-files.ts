import type { ChunkSettings } from '../chunk/index.js';
import type { Embedder } from '../knowledge/index.js';
import type { OcrSettings } from '../ocr/index.js';
import type { ParseLimits } from '../parse/index.js';
import { EmbeddingQueue } from './embedding-queue.js';
import { ingestFile } from './ingest-file.js';
import type { IngestOutcome, IngestProgress, IngestReport, IngestSource } from './ingest-types.js';
import type { KnowledgeWriter } from './knowledge-writer.js';
import { MovedItems } from './moved-items.js';
import { TwinItems } from './twin-items.js';
import { patientWriter } from './patient-writer.js';
import { pipelineVersion } from './pipeline-version.js';
import { PreparePool } from './prepare-pool.js';
import { ProgressReporter } from './progress-reporter.js';
import { reportOf } from './report-of.js';
import { runConcurrently } from './run-concurrently.js';

/** The target of an ingest, and how documents are prepared. */
export interface IngestOptions {
  knowledgeBaseId: string;
  writer: KnowledgeWriter;
  /** Null: keyword search only. */
  embedder: Embedder | null;
  /** Processes that read files. If absent, a pool is created for this call and closed after it. */
  pool?: PreparePool;
  /** For the pool created here. */
  limits?: Partial<ParseLimits>;
  /** Must match those of a given pool. */
  chunkSettings?: Partial<ChunkSettings>;
  /** Starts no new files. Files in progress are finished or left as they were. */
  signal?: AbortSignal;
  /** Also aborts files that are being read. */
  endNow?: AbortSignal | undefined;
  /** The person this is for. People take turns at the readers. */
  owner?: string | undefined;
  /** An ISO time: when a person asked again for files that crashed their readers. */
  askedAgainAt?: string | undefined;
  onProgress?: (progress: IngestProgress) => void;
}

/** Files to add to a knowledge base. */
export interface IngestFilesOptions extends IngestOptions {
  sources: Iterable<IngestSource> | AsyncIterable<IngestSource>;
  /** Their number, if known, to estimate the time left. */
  total?: number;
  moved?: MovedItems;
  /** Items added in another way. The same file is not added again. */
  twins?: TwinItems;
  /** Found in a folder, not chosen one by one: unsupported types are skipped, not failed. */
  isFound?: boolean;
  /**
   * Called when a file is settled. Null: it was not processed, because ingest was stopped or the database stayed
   * unavailable.
   */
  onSettled?: (source: IngestSource, outcome: IngestOutcome | null) => Promise<void>;
}

const ALL_LANGUAGES: OcrSettings = { languages: null, folder: null };

/**
 * Adds files to a knowledge base. Each file has its own outcome. Unchanged content is recognised by its hash and is
 * only read, so an interrupted ingest can simply be run again.
 *
 * ```ts
 * import { ingestFiles } from '@ibid/retrieval';
 * import { openLibrary } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null });
 * const { knowledge, knowledgeBaseId } = library;
 * const report = await ingestFiles({
 *   knowledgeBaseId,
 *   writer: knowledge.writer,
 *   embedder: null,
 *   sources: [{ name: 'tides.md', content: { bytes: new TextEncoder().encode('High water is at noon.') }, externalId: 'tides' }],
 * });
 * console.log(report.outcomes[0]?.status); // 'added'
 * await library.close();
 * ```
 */
export async function ingestFiles(options: IngestFilesOptions): Promise<IngestReport> {
  const { embedder, signal, sources } = options;
  const pool =
    options.pool ??
    new PreparePool({
      ocr: { settings: () => Promise.resolve(ALL_LANGUAGES), pages: options.writer.ocrPages },
      ...(options.limits ? { limits: options.limits } : {}),
      ...(options.chunkSettings ? { chunkSettings: options.chunkSettings } : {}),
    });
  const total = options.total ?? (Array.isArray(sources) ? sources.length : null);
  const reporter = new ProgressReporter({ onProgress: options.onProgress, total });
  const outcomes: IngestOutcome[] = [];
  const embeddings = embedder && { queue: new EmbeddingQueue({ embedder }), embedderId: embedder.id };
  const shared = {
    knowledgeBaseId: options.knowledgeBaseId,
    writer: patientWriter(options.writer, { signal }),
    pool,
    embeddings,
    pipeline: pipelineVersion({ chunkSettings: options.chunkSettings, embedder }),
    moved: options.moved ?? new MovedItems(),
    twins: options.twins ?? new TwinItems(),
    isFound: options.isFound ?? false,
    signal,
    reading: { owner: options.owner, askedAgainAt: options.askedAgainAt, signal: options.endNow },
  };
  try {
    await runConcurrently({
      items: sources,
      // A few more files than readers, so reading continues while others are embedded and stored.
      limit: pool.size + 2,
      signal,
      work: async (source) => {
        const progress = reporter.begin(source.name);
        let settled: IngestOutcome | null = null;
        try {
          const { outcome, bytes } = await ingestFile({ ...shared, source, onShare: progress.part });
          if (outcome.status === 'failed' && signal?.aborted) return;
          settled = outcome;
          outcomes.push(outcome);
          progress.done(outcome, bytes);
        } finally {
          await options.onSettled?.(source, settled);
        }
      },
    });
  } finally {
    reporter.close();
    if (!options.pool) await pool.close();
  }
  reporter.finish();
  return reportOf(outcomes, signal?.aborted ?? false);
}
