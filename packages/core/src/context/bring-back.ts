import type { PastTurn } from '../messages/chat-message.js';
import { findBackReferences } from '../sources/find-back-references.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { Source, SourceLedgerSnapshot } from '../sources/source.js';
import { type Block, emptyBlock, textBlock } from './block.js';
import type { StepContext } from './context-input.js';
import { groupDocuments } from './group-documents.js';
import type { RenderMemory } from './render-cache.js';
import { renderDocumentsMessage } from './render-documents.js';
import type { NumberedChunk } from './view-calls.js';

/** Passages of earlier turns that are in the context again, and the handles for reading the rest. */
export interface BroughtBack {
  block: Block;
  shown: [number, RetrievedChunk][];
  /** Handles of the results that the passages came from. */
  descriptors: string[];
}

/** Share of the window that these passages may take. */
const WINDOW_SHARE = 0.15;
const MOST_PASSAGES = 3;
/**
 * Only this many characters of the message are scanned: people name a source in their own words, not deep in a long
 * paste.
 */
const LOOKED_AT = 20_000;

const nothing: BroughtBack = { block: emptyBlock, shown: [], descriptors: [] };

/**
 * REF-2: the current message may name a source of an earlier turn (`as in source 3 above`, `[3]`) whose passages left
 * the context with that turn's results. They are put above the message again, under their old numbers.
 */
export function bringBack(options: {
  input: StepContext;
  ledger: SourceLedgerSnapshot;
  count: (text: string) => number;
  memory: RenderMemory;
}): BroughtBack {
  const { user } = options.input.current;
  if (options.input.pastTurns.length === 0 || !/\d/.test(user.text)) return nothing;
  const last = options.input.pastTurns.at(-1)?.user.id ?? '';
  const key = [options.input.pastTurns.length, last, options.ledger.sources.length].join('|');
  return options.memory.rememberLast('brought-back', user, key, () => find(options));
}

function find({ input, ledger, count }: Parameters<typeof bringBack>[0]): BroughtBack {
  const found = new Map<string, { chunk: RetrievedChunk; descriptor: string | undefined }[]>();
  let isIndexed = false;
  const earlierOf = (source: Source) => {
    if (!isIndexed) index(input.pastTurns, found);
    isIndexed = true;
    return found.get(source.itemId) ?? [];
  };
  const references = findBackReferences({
    text: input.current.user.text.slice(0, LOOKED_AT),
    sourceByNumber: (number) => ledger.sources[number - 1],
    earlierChunks: (source) => earlierOf(source).map(({ chunk }) => chunk),
    citedChunkIds: (source) => citedChunks(input.pastTurns, source.itemId),
    maxChunksPerSource: MOST_PASSAGES,
  });
  const kept: NumberedChunk[] = [];
  const descriptors = new Set<string>();
  let room = input.model.contextWindow * WINDOW_SHARE;
  for (const { source, chunks } of references)
    for (const chunk of chunks) {
      room -= count(chunk.text ?? '');
      if (room < 0) continue;
      kept.push({ number: source.number, chunk });
      const from = earlierOf(source).find((one) => one.chunk === chunk)?.descriptor;
      if (from !== undefined) descriptors.add(from);
    }
  if (kept.length === 0) return nothing;
  const numbers = [...new Set(kept.map(({ number }) => `[${number}]`))];
  const part = {
    kind: 'files',
    origin: `passages of ${numbers.join(' ')}`,
    reason: 'the current message names these sources again',
    text: renderDocumentsMessage(groupDocuments(kept)),
  } as const;
  return {
    block: textBlock({ role: 'user', part, count }),
    shown: kept.map(({ number, chunk }) => [number, chunk]),
    descriptors: [...descriptors],
  };
}

function index(
  turns: readonly PastTurn[],
  found: Map<string, { chunk: RetrievedChunk; descriptor: string | undefined }[]>,
): void {
  for (const { assistant } of turns)
    for (const { calls } of assistant?.steps ?? [])
      for (const { outcome, descriptor } of calls) {
        if (!Array.isArray(outcome?.chunks)) continue;
        for (const chunk of outcome.chunks) {
          if (typeof chunk?.text !== 'string') continue;
          const known = found.get(chunk.itemId);
          if (known) known.push({ chunk, descriptor });
          else found.set(chunk.itemId, [{ chunk, descriptor }]);
        }
      }
}

function citedChunks(turns: readonly PastTurn[], itemId: string): string[] {
  return turns.flatMap(({ assistant }) =>
    (assistant?.citedPassages ?? []).flatMap((passage) =>
      passage.itemId === itemId ? [passage.chunkId] : [],
    ),
  );
}
