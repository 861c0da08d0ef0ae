import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { OpenUrlError } from './open-url-error.js';

/**
 * Reads and decompresses the body. The limit counts decompressed bytes, because a small answer can expand enormously.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new OpenUrlError('too_large', `The page is larger than ${maxBytes} bytes.`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    throw tooLarge();
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of unpacked(response)) {
    const bytes = part as Uint8Array;
    size += bytes.length;
    if (size > maxBytes) {
      response.destroy();
      throw tooLarge();
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

export function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return response;
  if (encoding !== 'gzip' && encoding !== 'br') {
    response.destroy();
    throw new OpenUrlError('type_not_allowed', `The page uses an unknown compression (${encoding}).`);
  }
  const unpack = encoding === 'gzip' ? createGunzip() : createBrotliDecompress();
  // Errors reach the reader through the stream.
  return pipeline(response, unpack, () => {});
}
