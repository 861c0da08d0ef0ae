import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { chunkDocument } from '../chunk/index.js';
import { parseDocument, ParseError } from '../parse/index.js';
import type { PrepareJob, PrepareResult } from './prepared-document.js';
import type { Refusal } from './reading-attempts.js';

/** Reads, hashes, parses and cuts one file, in the calling thread. */
export async function prepareDocument(
  job: PrepareJob,
  /** Asked before the content is looked at. */
  onHashed: (contentHash: string) => Promise<Refusal | null>,
): Promise<PrepareResult> {
  const { bytes, modifiedAt } = await readContent(job);
  const contentHash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (job.hashOnly || contentHash === job.knownHash)
    return { kind: 'known', contentHash, bytes: bytes.length };
  const refusal = await onHashed(contentHash);
  if (refusal) throw new ParseError(refusal.code, refusal.message);
  const { blocks, pages, ...document } = await parseDocument({
    bytes,
    name: job.name,
    limits: job.limits,
    baseUrl: job.baseUrl,
  });
  const chunks = chunkDocument({
    document: { ...document, blocks, ...(pages ? { pages } : {}) },
    settings: job.chunkSettings,
  });
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
  return {
    kind: 'prepared',
    document: {
      ...document,
      pages: pages?.length ?? null,
      chunks,
      tokens,
      contentHash,
      bytes: bytes.length,
      modifiedAt,
    },
  };
}

async function readContent(job: PrepareJob): Promise<{ bytes: Uint8Array; modifiedAt: string | null }> {
  if ('bytes' in job.content) return { bytes: job.content.bytes, modifiedAt: null };
  const { path } = job.content;
  try {
    const found = await stat(path);
    // Reading a named pipe or a device may never end.
    if (!found.isFile())
      throw new ParseError('unsupported', 'It is a named pipe, socket or device, and no file.');
    const { size } = found;
    if (size > job.limits.maxBytes) {
      throw new ParseError('too-large', `Has ${size} bytes; at most ${job.limits.maxBytes} are read.`);
    }
    return { bytes: await readFile(path), modifiedAt: found.mtime.toISOString() };
  } catch (error) {
    if (error instanceof ParseError) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ParseError('unreadable', `The file cannot be opened${code}.`, { cause: error });
  }
}
