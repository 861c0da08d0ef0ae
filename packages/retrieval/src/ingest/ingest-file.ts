import { embeddingText } from '../embed/index.js';
import { IbidError } from '@ibid/core';
import type { EmbeddingQueue } from './embedding-queue.js';
import type { IngestOutcome, IngestProgress, IngestSource } from './ingest-types.js';
import type { KnowledgeWriter, StoredItemState } from './knowledge-writer.js';
import { documentDate } from '../knowledge/index.js';
import type { ItemDate } from '../knowledge/index.js';
import { boundMetadata, boundLabel, shortenedInWords, TEXT_LIMITS } from '../parse/text-limits.js';
import type { MovedItems } from './moved-items.js';
import type { TwinItems } from './twin-items.js';
import type { PreparePool, PrepareRequest } from './prepare-pool.js';
import type { PreparedDocument, PrepareResult } from './prepared-document.js';

export interface IngestFileOptions {
  source: IngestSource;
  knowledgeBaseId: string;
  writer: KnowledgeWriter;
  pool: PreparePool;
  embeddings: { queue: EmbeddingQueue; embedderId: string } | null;
  pipeline: string;
  /** Items whose files are gone. If the content appears elsewhere, it has moved. */
  moved: MovedItems;
  twins: TwinItems;
  /** Found in a folder, not chosen by a person: an unsupported type is skipped, not failed. */
  isFound: boolean;
  signal?: AbortSignal | undefined;
  reading: Pick<PrepareRequest, 'owner' | 'askedAgainAt' | 'signal'>;
  /** Receives the share of the file that is done, from 0 to 1, and during OCR the pages done and their total. */
  onShare: (share: number, pages?: IngestProgress['pages']) => void;
}

/** Approximate share of the time for reading a file. The rest is for embedding. */
const READ_SHARE = 0.2;
/** The same for a scan, whose pages take seconds each. */
const SCAN_SHARE = 0.95;
/** More chunks than an embedder finishes in a moment. */
const MANY_CHUNKS = 32;

/**
 * Ingests one file: look up, read, embed, store. Errors become the file's outcome. It rejects only if the database
 * stays unavailable, which is not the file's fault.
 */
export async function ingestFile(
  options: IngestFileOptions,
): Promise<{ outcome: IngestOutcome; bytes: number }> {
  const { source, writer, knowledgeBaseId } = options;
  let known: StoredItemState | null = null;
  try {
    if (source.externalId !== null) {
      known = await writer.findByExternalId({ knowledgeBaseId, externalId: source.externalId });
    }
    return await ingestKnown(options, known);
  } catch (error) {
    if (writer.isAway?.(error) && !options.signal?.aborted) throw error;
    const code = error instanceof IbidError ? error.code : 'failed';
    const isSkipped = code === 'empty' || (code === 'unsupported' && options.isFound);
    const outcome: IngestOutcome = {
      ...outcomeOf(source, isSkipped ? 'skipped' : 'failed', known?.itemId ?? null, 0),
      reason: error instanceof IbidError ? error.message : `It could not be stored: ${messageOf(error)}`,
      code,
      ...(known ? { previousKept: true } : {}),
    };
    return { outcome, bytes: 0 };
  }
}

async function ingestKnown(
  options: IngestFileOptions,
  known: StoredItemState | null,
): Promise<{ outcome: IngestOutcome; bytes: number }> {
  const { source, pool, pipeline, moved, twins, reading } = options;
  const { name, content } = source;
  if (!known && !(moved.isEmpty && twins.isEmpty)) {
    const { contentHash, bytes } = hashOf(await pool.prepare({ ...reading, name, content, hashOnly: true }));
    const from = moved.claim(contentHash);
    if (from) return { outcome: await moveTo(options, from), bytes };
    const twin = source.externalId === null ? null : twins.find(contentHash, source.externalId);
    if (twin) return { outcome: await alreadyThere(options, twin), bytes };
  }
  const knownHash = known?.pipeline === pipeline ? known.contentHash : null;
  const onPages = (done: number, total: number) =>
    options.onShare(SCAN_SHARE * (done / total), { done, total });
  const result = await pool.prepare({
    ...reading,
    name,
    content,
    knownHash,
    onPages,
    stop: options.signal,
  });
  if (result.kind === 'known') {
    return { outcome: outcomeOf(source, 'unchanged', known?.itemId ?? null, 0), bytes: result.bytes };
  }
  options.signal?.throwIfAborted();
  return { outcome: await put(options, result.document, known), bytes: result.document.bytes };
}

function hashOf(result: PrepareResult): { contentHash: string; bytes: number } {
  return result.kind === 'known' ? result : result.document;
}

async function put(
  options: IngestFileOptions,
  document: PreparedDocument,
  known: StoredItemState | null,
): Promise<IngestOutcome> {
  const { source, embeddings, writer } = options;
  const title = boundLabel(source.title ?? document.title, TEXT_LIMITS.titleCharacters);
  const texts = document.chunks.map((chunk) => embeddingText({ ...chunk, title }));
  const readShare = document.chunks.some(({ ocr }) => ocr) ? SCAN_SHARE : READ_SHARE;
  options.onShare(readShare);
  // Many small files do not wait long, and storing each of them twice would cost more than it gains.
  const waits = embeddings !== null && embeddings.queue.waiting + texts.length > MANY_CHUNKS;
  const making = embeddings?.queue.embed(texts, (share) =>
    options.onShare(readShare + (1 - readShare) * share),
  );
  // Handled where it is awaited.
  making?.catch(() => {});
  const metadata = {
    ...boundMetadata({ ...document.metadata, ...source.metadata }).metadata,
    ...(document.shortened ? { shortened: document.shortened } : {}),
    ...(document.tableRows
      ? { rows: document.tableRows.rows, searchableRows: document.tableRows.searchable }
      : {}),
    ...(document.unreadPages ? { unreadPages: document.unreadPages.slice(0, MOST_KEPT) } : {}),
  };
  const request = {
    item: {
      knowledgeBaseId: options.knowledgeBaseId,
      title,
      name: boundLabel(source.name, TEXT_LIMITS.nameCharacters),
      externalId: source.externalId,
      url: source.url ?? null,
      mediaType: document.mediaType,
      language: document.language ?? null,
      metadata,
      date: documentDate(metadata) ?? fileDate(source, document),
      contentHash: document.contentHash,
      pipeline: options.pipeline,
      characters: document.text.length,
      tokens: document.tokens,
      pages: document.pages,
      access: source.access ?? null,
    },
    text: document.text,
    chunks: document.chunks,
    tableParts: document.tableParts,
  };
  // WEB-11: keyword search finds a new document while its vectors are computed. With an empty pipeline: if ingestion
  // ends here, the next one redoes the document.
  if (waits && !known && source.externalId !== null)
    await writer.putItem({
      ...request,
      item: { ...request.item, pipeline: '' },
      vectors: null,
      embedderId: null,
    });
  const vectors = (await making) ?? null;
  options.signal?.throwIfAborted();
  const { itemId, replaced } = await writer.putItem({
    ...request,
    vectors,
    embedderId: embeddings?.embedderId ?? null,
  });
  // If nothing was known before, it replaced itself: the database became unavailable before it could confirm the first
  // write.
  const status = replaced && known ? 'changed' : 'added';
  const outcome = outcomeOf(source, status, itemId, document.chunks.length);
  const mismatch = nameMismatch(source.name, document.mediaType);
  const warnings = [
    ...(mismatch ? [mismatch] : []),
    ...shortenedInWords(document.shortened ?? []),
    ...unreadInWords(document.unreadPages ?? []),
    ...longTableInWords(document.tableRows),
  ];
  return warnings.length > 0 ? { ...outcome, warnings } : outcome;
}

/** KB-11: a file's modification time is meaningful only where people work on the file. */
function fileDate(source: IngestSource, document: PreparedDocument): ItemDate | null {
  if (!source.hasFileDate || document.modifiedAt === null) return null;
  return { value: document.modifiedAt.slice(0, 10), from: 'file' };
}

async function moveTo(options: IngestFileOptions, from: StoredItemState): Promise<IngestOutcome> {
  const { source, writer, moved } = options;
  const title = moved.titleAfter(from, source.name);
  await writer.moveItem({
    itemId: from.itemId,
    externalId: source.externalId ?? '',
    name: source.name,
    url: source.url ?? null,
    ...(title === undefined ? {} : { title }),
    ...(source.metadata ? { metadata: source.metadata } : {}),
  });
  return outcomeOf(source, 'moved', from.itemId, 0);
}

/** A synced folder takes the item over. A file that is uploaded again stays where it is. */
async function alreadyThere(options: IngestFileOptions, twin: StoredItemState): Promise<IngestOutcome> {
  if (options.isFound) {
    options.twins.take(twin);
    await moveTo(options, twin);
  }
  return outcomeOf(options.source, 'unchanged', twin.itemId, 0);
}

function outcomeOf(
  source: IngestSource,
  status: IngestOutcome['status'],
  itemId: string | null,
  chunks: number,
): IngestOutcome {
  return { name: source.name, externalId: source.externalId, status, itemId, chunks };
}

const MOST_NAMED = 20;
/** How many unread pages the document's metadata lists. */
const MOST_KEPT = 200;

/** KB-9: pages that cannot be found by search. */
function unreadInWords(pages: readonly number[]): string[] {
  if (pages.length === 0) return [];
  const named = pages.slice(0, MOST_NAMED).join(', ') + (pages.length > MOST_NAMED ? ' and more' : '');
  return [
    `The pictures of ${pages.length === 1 ? 'page' : `${pages.length} pages:`} ${named} could not be read.`,
  ];
}

/** KB-12: how much of a long table can be searched, and how much can be calculated with. */
function longTableInWords(tableRows: PreparedDocument['tableRows']): string[] {
  if (!tableRows) return [];
  const [searchable, rows] = [tableRows.searchable, tableRows.rows].map((count) =>
    count.toLocaleString('en'),
  );
  return [
    `It is a long table: the first ${searchable} rows can be searched as text, and calculations can use all ${rows}.`,
  ];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Media types of unambiguous extensions. The end of the media type is enough. */
const PROMISED: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  docx: 'wordprocessingml.document',
  pptx: 'presentationml.presentation',
  xlsx: 'spreadsheetml.sheet',
  epub: 'epub+zip',
  html: 'html',
  htm: 'html',
  eml: 'rfc822',
};

/** A warning for the report if a file's content does not match its extension. */
function nameMismatch(name: string, mediaType: string): string | null {
  const extension = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const promised = PROMISED[extension];
  if (promised === undefined || mediaType.endsWith(promised)) return null;
  return `Its name ends in .${extension}, but it was read as ${mediaType}.`;
}
