import type { AttachedFile } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import { SourceLedger } from '../sources/source-ledger.js';
import type { Source, SourceLedgerSnapshot } from '../sources/source.js';

/** Everything that can get a source number: project files, attached files, chunks that tools found. */
export interface Numberable {
  projectFiles?: readonly AttachedFile[];
  files?: readonly AttachedFile[];
  chunks?: readonly RetrievedChunk[];
}

/** Up to this many sources, a linear search is as fast as an index. */
const FEW_SOURCES = 24;

const indexes = new WeakMap<SourceLedgerSnapshot, Map<string, Source>>();

/** An item picked from a knowledge base keeps its item id; any other file gets an id made from its file id. */
export function itemIdOfFile(file: AttachedFile): string {
  return file.itemId ?? `file:${file.fileId}`;
}

/** Looks up a source by item in a stored ledger, without rebuilding the ledger at every step. */
export function sourceOf(ledger: SourceLedgerSnapshot, itemId: string): Source | undefined {
  if (ledger.sources.length <= FEW_SOURCES) return ledger.sources.find((source) => source.itemId === itemId);
  let index = indexes.get(ledger);
  // Rebuilds the index if the snapshot has grown in place.
  if (!index || index.size !== ledger.sources.length) {
    index = new Map(ledger.sources.map((source) => [source.itemId, source]));
    indexes.set(ledger, index);
  }
  return index.get(itemId);
}

/**
 * REF-3: the only place that assigns source numbers, in order of first appearance: project files, attached files,
 * chunks. Numbered items keep their number (REF-2), so a tool's chunks can be numbered as soon as it finishes, and
 * assembly later gives the same numbers. Returns the same snapshot if nothing is new.
 */
export function numberSources(options: { ledger: SourceLedgerSnapshot } & Numberable): SourceLedgerSnapshot {
  const fresh: Omit<Source, 'number'>[] = [];
  const consider = (source: Omit<Source, 'number'>) => {
    if (source.itemId !== '' && !sourceOf(options.ledger, source.itemId)) fresh.push(source);
  };
  for (const file of options.projectFiles ?? []) {
    consider({ itemId: itemIdOfFile(file), title: file.name, origin: 'project' });
  }
  for (const file of options.files ?? []) {
    consider({ itemId: itemIdOfFile(file), title: file.name, origin: 'file' });
  }
  for (const chunk of options.chunks ?? []) {
    if (!isUsableChunk(chunk)) continue;
    consider({
      itemId: chunk.itemId,
      title: titleOf(chunk),
      origin: 'tool',
      ...(chunk.url === undefined ? {} : { url: chunk.url }),
    });
  }
  if (fresh.length === 0) return options.ledger;
  const ledger = new SourceLedger(options.ledger);
  for (const source of fresh) ledger.assign(source);
  return ledger.snapshot();
}

/** Cache key of the source numbers that a rendering of files depends on. */
export function numbersOfFiles(files: readonly AttachedFile[], ledger: SourceLedgerSnapshot): string {
  return files.map((file) => sourceOf(ledger, itemIdOfFile(file))?.number ?? 0).join(',');
}

/** REF-4: malformed chunks of a tool are skipped and never break the turn. */
export function isUsableChunk(chunk: RetrievedChunk): boolean {
  return (
    typeof chunk === 'object' &&
    chunk !== null &&
    typeof chunk.itemId === 'string' &&
    chunk.itemId !== '' &&
    typeof chunk.chunkId === 'string'
  );
}

/** Falls back to the item id, so a chunk without a title is still shown. */
export function titleOf(chunk: RetrievedChunk): string {
  return typeof chunk.title === 'string' && chunk.title !== '' ? chunk.title : chunk.itemId;
}
