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

/** Where documents go, and with what they are prepared. */
export interface IngestOptions {
  knowledgeBaseId: string;
  writer: KnowledgeWriter;
  /** Null: the items can be found by keyword only. */
  embedder: Embedder | null;
  /** Processes to read files with; made for this call and closed after it when absent. */
  pool?: PreparePool;
  /** For the pool made here. */
  limits?: Partial<ParseLimits>;
  /** Must be those of the pool, where one is given. */
  chunkSettings?: Partial<ChunkSettings>;
  /** Files that are begun are finished or left as they were; nothing new is begun. */
  signal?: AbortSignal;
  /** Ends the files being read at once, too. */
  endNow?: AbortSignal | undefined;
  /** For whom: people take turns at the readers. */
  owner?: string | undefined;
  /** When a person asked again for files that brought their readers down: an ISO time. */
  askedAgainAt?: string | undefined;
  onProgress?: (progress: IngestProgress) => void;
}

/** Files to bring into a knowledge base. */
export interface IngestFilesOptions extends IngestOptions {
  sources: Iterable<IngestSource> | AsyncIterable<IngestSource>;
  /** How many there are, where it is known, for the time left. */
  total?: number;
  moved?: MovedItems;
  /** What came another way: the same file is not added again. */
  twins?: TwinItems;
  /** Found in a folder, not chosen one by one: kinds that are not read are skipped and no failures. */
  isFound?: boolean;
  /** Told of each file when it is over with; null: nothing became of it, ingest was stopped or the database stayed away. */
  onSettled?: (source: IngestSource, outcome: IngestOutcome | null) => Promise<void>;
}

const ALL_LANGUAGES: OcrSettings = { languages: null, folder: null };

/**
 * Takes files into a knowledge base. Each ends in an outcome of its own; unchanged content is recognised by
 * its hash and costs nothing but reading, so an ingest that was cut short is simply run again.
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
      // Some files more than readers, so that reading continues while others are embedded and stored.
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
