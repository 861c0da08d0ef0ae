import { ingestFiles, type IngestOptions } from '../ingest/ingest-files.js';
import type { IngestOutcome, IngestReport, IngestSource } from '../ingest/ingest-types.js';
import type { StoredItemState } from '../ingest/knowledge-writer.js';
import { MovedItems } from '../ingest/moved-items.js';
import { patientWriter } from '../ingest/patient-writer.js';
import { pipelineVersion } from '../ingest/pipeline-version.js';
import { reportOf } from '../ingest/report-of.js';
import type { AccessRule } from '../knowledge/index.js';
import type { Connector, ItemReaders, ListEnd } from './connector.js';
import { ConnectorError } from './connector-error.js';
import type { SourceMemory } from './source-memory.js';
import { SourceRun } from './source-run.js';

/** Options for syncing a knowledge base with a source. */
export interface SyncSourceOptions extends IngestOptions {
  sourceId: string;
  connector: Connector;
  memory: SourceMemory;
  /** From the end of the last run, or the checkpoint of this one if it was interrupted. */
  cursor: string | null;
  /** The run's number. An interrupted run continues under the same one. */
  run: number;
  /** Sees everything from this source. */
  ownerId: string;
  /** Who else may see it; null: those who may see the knowledge base. */
  access: ItemReaders | null;
  /** Limit for one item. */
  maxBytes: number;
  /** A person has seen that most items are missing and wants them deleted here too. */
  acceptsLoss?: boolean;
  signal: AbortSignal;
  /** Stores the bytes where people can open them, and returns the path. Without it they are only read. */
  keep?: (bytes: Uint8Array) => Promise<{ path: string }>;
  /** Changes who may see an item whose content stays the same. */
  setAccess?: (itemId: string, access: AccessRule | null) => Promise<void>;
}

export interface SyncSourceResult {
  report: IngestReport;
  /** Null if the list did not reach its end. */
  end: ListEnd | null;
  /** Why it did not, unless it was stopped. */
  problem: ConnectorError | null;
}

/** Prefix of the external ids of a source's items. */
export const sourcePrefix = (sourceId: string): string => `source:${sourceId}/`;

/**
 * Syncs a knowledge base with the current content of a source (KB-10). A run can stop anywhere and be repeated: each
 * added item is recorded, and nothing is deleted unless a complete list reached its end or the source reported the item
 * as gone.
 */
export async function syncSource(options: SyncSourceOptions): Promise<SyncSourceResult> {
  const { knowledgeBaseId, memory, signal } = options;
  const writer = patientWriter(options.writer, { signal });
  const pipeline = pipelineVersion({ chunkSettings: options.chunkSettings, embedder: options.embedder });
  const prefix = sourcePrefix(options.sourceId);
  const states = await writer.listItemStates({ knowledgeBaseId, externalIdPrefix: prefix });
  const notNamedYet = new Set(await memory.notSeen(options.run));
  const maybeMoved = states.filter(({ externalId }) =>
    notNamedYet.has(externalId?.slice(prefix.length) ?? ''),
  );
  // A list of changes leaves out items that must be read again because settings changed or a person asked. List from
  // the start.
  const isToBeReadAnew = states.some((state) => state.pipeline !== pipeline);
  const cursor = isToBeReadAnew || options.askedAgainAt !== undefined ? null : options.cursor;
  // A list of changes also leaves out unmoved items, so only those it reports as gone can have moved.
  const moved = new MovedItems(cursor === null ? maybeMoved : [], pipeline);
  const run = new SourceRun({ ...options, cursor, pipeline, prefix, moved, states: byExternalId(states) });
  const { onProgress } = options;
  const report = await ingestFiles({
    ...options,
    sources: run.sources(),
    isFound: true,
    moved,
    onSettled: (source: IngestSource, outcome: IngestOutcome | null) => run.settled(source, outcome),
    ...(onProgress
      ? {
          onProgress: (progress) =>
            onProgress({
              ...progress,
              files: { ...progress.files, done: progress.files.done + run.unchanged },
            }),
        }
      : {}),
  });
  const stopped = signal.aborted || report.stopped;
  const outcomes = [...report.outcomes, ...run.failed];
  if (!stopped) {
    const missing = run.end?.complete ? await memory.notSeen(options.run) : [];
    const doubt = options.acceptsLoss ? null : doubtAbout({ missing, states, prefix, found: run.found });
    run.problem ??= doubt;
    const gone = doubt ? [] : missing;
    for (const id of new Set([...run.gone, ...gone])) {
      const externalId = prefix + id;
      const state = await writer.findByExternalId({ knowledgeBaseId, externalId });
      if (state) {
        await writer.removeItem({ itemId: state.itemId });
        const { itemId, name } = state;
        outcomes.push({ name, externalId, status: 'removed', itemId, chunks: 0 });
      }
      await memory.remove(id);
    }
  }
  if (run.unchanged > 0) outcomes.push(unchangedOutcome(run.unchanged));
  const whole = { ...reportOf(outcomes, stopped), chunks: report.chunks };
  return { report: whole, end: stopped ? null : run.end, problem: stopped ? null : run.problem };
}

/** Fewer missing items are deleted without asking: people tidy up. */
const LEAST_DOUBTED = 4;

/** Detects a site under maintenance or unmounted storage: it answers normally but contains almost nothing. */
function doubtAbout(options: {
  missing: readonly string[];
  states: readonly StoredItemState[];
  prefix: string;
  found: number;
}): ConnectorError | null {
  const { states, prefix } = options;
  const missing = new Set(options.missing.map((id) => prefix + id));
  const lost = states.filter(({ externalId }) => missing.has(externalId ?? '')).length;
  if (lost < LEAST_DOUBTED || states.length - lost + options.found >= lost) return null;
  return new ConnectorError(
    'doubtful',
    `${lost} of ${states.length} documents suddenly went missing from the source. They stay here until they are back or you delete them.`,
  );
}

function byExternalId(states: readonly StoredItemState[]): Map<string, StoredItemState> {
  return new Map(states.flatMap((state) => (state.externalId === null ? [] : [[state.externalId, state]])));
}

/** One line for all unchanged items: a source of a hundred thousand would fill the report. */
function unchangedOutcome(files: number): IngestOutcome {
  return { name: 'unchanged', externalId: null, status: 'unchanged', itemId: null, chunks: 0, files };
}
