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

/** A source to bring a knowledge base up to date with. */
export interface SyncSourceOptions extends IngestOptions {
  sourceId: string;
  connector: Connector;
  memory: SourceMemory;
  /** Of the last run's end, or the checkpoint of this one, where it was cut off. */
  cursor: string | null;
  /** Its number; one that was cut off continues under the same. */
  run: number;
  /** Sees everything that comes from it. */
  ownerId: string;
  /** Who else does; null: who may see the knowledge base. */
  access: ItemReaders | null;
  /** Of one item. */
  maxBytes: number;
  /** A person has seen that most of it is missing, and wants it deleted here, too. */
  acceptsLoss?: boolean;
  signal: AbortSignal;
  /** Keeps the bytes so that people can open them, and says where; without it they are only read. */
  keep?: (bytes: Uint8Array) => Promise<{ path: string }>;
  /** For items that stay as they are while who may see them changes. */
  setAccess?: (itemId: string, access: AccessRule | null) => Promise<void>;
}

export interface SyncSourceResult {
  report: IngestReport;
  /** Null: the list did not come to its end. */
  end: ListEnd | null;
  /** Why it did not, unless it was stopped. */
  problem: ConnectorError | null;
}

/** Starts the external ids of all items of a source. */
export const sourcePrefix = (sourceId: string): string => `source:${sourceId}/`;

/**
 * Makes a knowledge base show what a source holds now (KB-10). It can end anywhere and be run again: what was added
 * is remembered item by item, and nothing is deleted unless a list came to its end and was complete, or the source
 * named it as gone.
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
  // A list of changes does not name what must be read again because of us: by other settings, or asked for by a person.
  const isToBeReadAnew = states.some((state) => state.pipeline !== pipeline);
  const cursor = isToBeReadAnew || options.askedAgainAt !== undefined ? null : options.cursor;
  // It also leaves out what is where it was: there only what it names as gone can have moved.
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

/** Fewer are deleted without a question: people tidy up. */
const LEAST_DOUBTED = 4;

/** A site under repair, or a storage that is not mounted, answers well and holds next to nothing. */
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
    `${lost} of ${states.length} documents are missing there all at once. They stay here until they are back or you delete them.`,
  );
}

function byExternalId(states: readonly StoredItemState[]): Map<string, StoredItemState> {
  return new Map(states.flatMap((state) => (state.externalId === null ? [] : [[state.externalId, state]])));
}

/** One line for all that is as it was: a source of a hundred thousand would fill the report with them. */
function unchangedOutcome(files: number): IngestOutcome {
  return { name: 'unchanged', externalId: null, status: 'unchanged', itemId: null, chunks: 0, files };
}
