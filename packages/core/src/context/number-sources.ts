import type { AttachedFile } from '../messages/chat-message.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import { SourceLedger } from '../sources/source-ledger.js';
import type { Source, SourceLedgerSnapshot } from '../sources/source.js';

/** What can get a number: files of the project, files of messages, chunks that tools found. */
export interface Numberable {
  projectFiles?: readonly AttachedFile[];
  files?: readonly AttachedFile[];
  chunks?: readonly RetrievedChunk[];
}

/** Up to so many, looking through them is as quick as looking up. */
const FEW_SOURCES = 24;

const indexes = new WeakMap<SourceLedgerSnapshot, Map<string, Source>>();

/** An item picked from a knowledge base keeps its item's number; any other file is an item of its own. */
export function itemIdOfFile(file: AttachedFile): string {
  return file.itemId ?? `file:${file.fileId}`;
}

/** The source with this item, in a stored ledger, without building the ledger again at every step. */
export function sourceOf(ledger: SourceLedgerSnapshot, itemId: string): Source | undefined {
  if (ledger.sources.length <= FEW_SOURCES) return ledger.sources.find((source) => source.itemId === itemId);
  let index = indexes.get(ledger);
  // A snapshot that grew in place since it was indexed is indexed again.
  if (!index || index.size !== ledger.sources.length) {
    index = new Map(ledger.sources.map((source) => [source.itemId, source]));
    indexes.set(ledger, index);
  }
  return index.get(itemId);
}

/**
 * REF-3: the one place that gives out source numbers, in order of first appearance: project files, attached files,
 * chunks. Items that have one keep it (REF-2), so a tool's chunks can be numbered the moment it finishes and assembly
 * gives the same numbers later. Returns the same snapshot when nothing is new.
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

/** Names the numbers that a rendering of files depends on. */
export function numbersOfFiles(files: readonly AttachedFile[], ledger: SourceLedgerSnapshot): string {
  return files.map((file) => sourceOf(ledger, itemIdOfFile(file))?.number ?? 0).join(',');
}

/** REF-4: what a tool got wrong is skipped and never breaks the turn. */
export function isUsableChunk(chunk: RetrievedChunk): boolean {
  return (
    typeof chunk === 'object' &&
    chunk !== null &&
    typeof chunk.itemId === 'string' &&
    chunk.itemId !== '' &&
    typeof chunk.chunkId === 'string'
  );
}

/** A tool that gives no title is no reason to leave its evidence out. */
export function titleOf(chunk: RetrievedChunk): string {
  return typeof chunk.title === 'string' && chunk.title !== '' ? chunk.title : chunk.itemId;
}
