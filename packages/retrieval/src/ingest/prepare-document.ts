import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { chunkDocument } from '../chunk/index.js';
import { withReadings } from '../ocr/chunk-readings.js';
import { parseDocument, ParseError, type ParsedDocument, type ParseDocumentOptions } from '../parse/index.js';
import { ScannedPages } from '../parse/scanned-pages.js';
import type { TablePart } from '../parse/table-part.js';
import type { PrepareJob, ReadResult } from './prepared-document.js';
import type { Refusal } from './reading-attempts.js';

/** Reads, hashes, parses and chunks one file in the calling thread. */
export async function prepareDocument(
  job: PrepareJob,
  /** Called before the content is parsed. */
  onHashed: (contentHash: string) => Promise<Refusal | null>,
  /** KB-12: receives table rows that are too long for the text. */
  onRows: (part: TablePart) => void,
): Promise<ReadResult> {
  const { bytes, modifiedAt } = await readContent(job);
  const contentHash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (job.hashOnly || contentHash === job.knownHash)
    return { kind: 'known', contentHash, bytes: bytes.length };
  const refusal = await onHashed(contentHash);
  if (refusal) throw new ParseError(refusal.code, refusal.message);
  const parsed = await parseUnlessScanned({
    bytes,
    name: job.name,
    limits: job.limits,
    baseUrl: job.baseUrl,
    recognised: job.recognised ?? undefined,
    onRows,
  });
  if ('scanned' in parsed)
    return { kind: 'scanned', pages: parsed.scanned, contentHash, bytes: bytes.length };
  const { blocks, pages, readings, ...document } = parsed;
  const cut = chunkDocument({
    document: { ...document, blocks, ...(pages ? { pages } : {}) },
    settings: job.chunkSettings,
  });
  const chunks = readings ? withReadings(cut, readings) : cut;
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
  return {
    kind: 'prepared',
    document: {
      ...document,
      pages: pages?.length ?? null,
      chunks,
      tokens,
      tableParts: [],
      contentHash,
      bytes: bytes.length,
      modifiedAt,
    },
  };
}

async function parseUnlessScanned(
  options: ParseDocumentOptions,
): Promise<ParsedDocument | { scanned: readonly number[] }> {
  try {
    return await parseDocument(options);
  } catch (error) {
    if (error instanceof ScannedPages) return { scanned: error.pages };
    throw error;
  }
}

/** KB-9: reads the job's pages by OCR. */
export async function recogniseDocument(
  job: PrepareJob,
  told: { onBegin: (page: number) => void; onPage: (page: number, packed: Uint8Array) => void },
): Promise<ReadResult> {
  const { pages, settings } = job.recognise ?? { pages: [], settings: { languages: [], folder: null } };
  const { bytes } = await readContent(job);
  const { recognisePages } = await import('../ocr/recognise-pages.js');
  await recognisePages({ bytes, pages, settings, ...told });
  return { kind: 'recognised' };
}

/** KB-9: renders the job's page as an image that browsers can show. */
export async function drawDocument(job: PrepareJob, page: number): Promise<ReadResult> {
  const { bytes } = await readContent(job);
  const { drawPicture } = await import('../ocr/recognise-pages.js');
  return { kind: 'drawn', png: await drawPicture(bytes, page) };
}

async function readContent(
  job: Pick<PrepareJob, 'content' | 'limits'>,
): Promise<{ bytes: Uint8Array; modifiedAt: string | null }> {
  if ('bytes' in job.content) return { bytes: job.content.bytes, modifiedAt: null };
  const { path } = job.content;
  try {
    const found = await stat(path);
    // Reading a named pipe or a device may never end.
    if (!found.isFile())
      throw new ParseError('unsupported', 'It is a named pipe, socket or device, not a file.');
    const { size } = found;
    if (size > job.limits.maxBytes) {
      throw new ParseError(
        'too_large',
        `The file is over the limit of ${Math.floor(job.limits.maxBytes / 1_048_576)} MiB. Split it, or raise the limit (on a server: IBID_READ_FILE_MB).`,
      );
    }
    return { bytes: await readFile(path), modifiedAt: found.mtime.toISOString() };
  } catch (error) {
    if (error instanceof ParseError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ParseError('unreadable', `The file cannot be opened${code}.`, { cause: error });
  }
}
