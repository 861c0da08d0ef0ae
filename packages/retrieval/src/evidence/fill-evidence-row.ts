import type { LanguageModelV4, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Chunk, Embedder, Item, KnowledgeStore, Viewer } from '../knowledge/index.js';
import { askCells } from './ask-cells.js';
import { askedQuestion } from './asked-question.js';
import type { EvidenceCell, EvidenceColumn } from './evidence-column.js';
import { EvidenceDocument } from './evidence-document.js';
import { absentCell } from './foreign-question.js';
import { proposeCell, similaritiesBy } from './propose-cell.js';
import { quoteCell } from './quote-cell.js';

/** Documents up to this many chunks are read whole. This finds more than a search and costs less for many columns. */
const READ_WHOLE = 60;
const HITS = 8;
/** How much of one document a language model sees. */
const SHOWN_CHARACTERS = 24_000;
/** Share of the window. The rest is for instructions, questions and the cells. */
const SHOWN_SHARE = 0.4;

/** A row of an evidence table: one document's answers, in column order. */
export interface EvidenceRow {
  item: Item;
  cells: EvidenceCell[];
  /** Usage of the language model, if one was called. */
  usage: LanguageModelV4Usage | null;
}

/**
 * Asks one document all questions of a table. Without a model it quotes, and the same document and questions
 * always give the same cells. Null: the document no longer exists or is hidden from this viewer.
 *
 * ```ts
 * import { fillEvidenceRow, type KnowledgeStore, type Viewer } from '@ibid/retrieval';
 *
 * async function depthOf(store: KnowledgeStore, viewer: Viewer, itemId: string) {
 *   const columns = [{ question: 'How deep is the harbour?', kind: 'number', unit: 'm' } as const];
 *   const row = await fillEvidenceRow({ store, viewer, itemId, columns });
 *   return row?.cells[0]; // value, quote, passage and verdict
 * }
 * ```
 */
export async function fillEvidenceRow(options: {
  store: KnowledgeStore;
  viewer: Viewer;
  itemId: string;
  columns: readonly EvidenceColumn[];
  model?: LanguageModelV4 | null;
  /** The model's context window in tokens, if known. The document is cut to fit. */
  contextWindow?: number;
  /** Without a model: proposes a passage where no sentence has the question's words. */
  embedder?: Embedder | null;
  signal?: AbortSignal;
}): Promise<EvidenceRow | null> {
  const { store, viewer, itemId, columns, signal } = options;
  const item = await store.getItem(viewer, itemId);
  if (!item) return null;
  const asked = columns.map((column) => ({ column, question: askedQuestion(column) }));
  const whole = item.chunks <= READ_WHOLE ? await allChunks(store, viewer, item) : null;
  if (!options.model) {
    const document = whole && new EvidenceDocument({ item, chunks: whole });
    const cells: EvidenceCell[] = [];
    const similarities = similaritiesBy(options.embedder ?? null);
    for (const { column, question } of asked) {
      signal?.throwIfAborted();
      const own = document ?? (await documentFor({ store, viewer, item, query: column.question }));
      const quoted = quoteCell(column, question, own);
      const cell =
        quoted.verdict === 'absent' && similarities
          ? await proposeCell({ column, question, document: own, similarities })
          : quoted;
      cells.push(cell.verdict === 'absent' ? absentCell(column.question, own) : cell);
    }
    return { item, cells, usage: null };
  }
  const room = {
    characters: SHOWN_CHARACTERS,
    tokens: Math.floor((options.contextWindow ?? Infinity) * SHOWN_SHARE),
  };
  const isShort =
    whole !== null &&
    item.characters <= room.characters &&
    whole.reduce((sum, { tokens }) => sum + tokens, 0) <= room.tokens;
  const chunks = isShort ? whole : await passagesFor(store, viewer, item, columns, room);
  const document = new EvidenceDocument({ item, chunks });
  const answered = await askCells({
    model: options.model,
    document,
    columns: asked,
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(signal && { signal }),
  });
  return { item, ...answered };
}

/** The document to ask: all of a short one, otherwise what a search finds in it. */
export async function documentFor(options: {
  store: KnowledgeStore;
  viewer: Viewer;
  item: Item;
  query: string;
}): Promise<EvidenceDocument> {
  const { store, viewer, item, query } = options;
  const chunks =
    item.chunks <= READ_WHOLE
      ? await allChunks(store, viewer, item)
      : inOrder(await searchIn(store, viewer, item, query));
  return new EvidenceDocument({ item, chunks });
}

function allChunks(store: KnowledgeStore, viewer: Viewer, item: Item): Promise<Chunk[]> {
  return store.readChunks(viewer, item.id, { from: 0, to: Math.max(0, item.chunks - 1) });
}

/** Best first. */
function searchIn(store: KnowledgeStore, viewer: Viewer, item: Item, query: string): Promise<Chunk[]> {
  return store.search({ viewer, query, mode: 'hybrid', topK: HITS, filter: { itemIds: [item.id] } });
}

/** The best passages for each question, taken in turn until the limit. */
async function passagesFor(
  store: KnowledgeStore,
  viewer: Viewer,
  item: Item,
  columns: readonly EvidenceColumn[],
  most: { characters: number; tokens: number },
): Promise<Chunk[]> {
  const lists: Chunk[][] = [];
  for (const { question } of columns) lists.push(await searchIn(store, viewer, item, question));
  const kept = new Map<string, Chunk>();
  let { characters, tokens } = most;
  for (let rank = 0; rank < HITS; rank += 1)
    for (const list of lists) {
      const chunk = list[rank];
      if (!chunk || kept.has(chunk.id) || chunk.text.length > characters || chunk.tokens > tokens) continue;
      kept.set(chunk.id, chunk);
      characters -= chunk.text.length;
      tokens -= chunk.tokens;
    }
  return inOrder([...kept.values()]);
}

function inOrder(chunks: readonly Chunk[]): Chunk[] {
  return chunks.toSorted((one, other) => one.ordinal - other.ordinal);
}
