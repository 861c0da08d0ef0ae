import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BlobStore } from '@ibid/store/internal';
import { plainName } from '@ibid/retrieval/internal';
import { InvalidRequest, TooLarge } from '../errors/index.js';
import { safeMediaType } from './safe-media-type.js';

export interface ReceivedFile {
  name: string;
  /** As claimed by the sender. */
  mediaType: string;
  hash: string;
  bytes: number;
}

/**
 * Streams a multipart body into blobs: memory does not grow with the upload, and each file's limit applies while it
 * streams. All or nothing: an error leaves no partial file.
 */
export async function receiveUploads(options: {
  request: Request;
  blobs: BlobStore;
  limits: { fileBytes: number; filesPerUpload: number };
}): Promise<ReceivedFile[]> {
  const { request, blobs, limits } = options;
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/iu.test(contentType) || !request.body)
    throw new InvalidRequest('Send the files as multipart/form-data.', 'not_multipart');
  const source = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]);
  const received: Promise<ReceivedFile>[] = [];
  await new Promise<void>((resolve, reject) => {
    let parser: InstanceType<typeof Busboy>;
    try {
      parser = new Busboy({
        headers: { 'content-type': contentType },
        preservePath: true,
        limits: { files: limits.filesPerUpload, fields: 100, fieldSize: 100_000 },
      });
    } catch (error) {
      reject(new InvalidRequest((error as Error).message, 'not_multipart'));
      return;
    }
    const streams = new Set<Readable>();
    const fail = (error: unknown): void => {
      source.destroy();
      // The parser does not end these itself; they would stay open and leave their files behind.
      for (const stream of streams) stream.destroy(new Error('The upload was cut off.'));
      streams.clear();
      reject(error);
    };
    parser.on('file', (_field, stream, name, _encoding, mediaType) => {
      streams.add(stream);
      // It may be destroyed before anyone reads it; a reader still gets the error.
      stream.on('error', () => undefined);
      const put = blobs
        .put(stream, { maximumBytes: limits.fileBytes })
        .then((blob) => ({ ...blob, name: safeName(name), mediaType: safeMediaType(mediaType) }));
      received.push(put);
      put.catch(fail);
    });
    parser.on('filesLimit', () => fail(new TooLarge(`At most ${limits.filesPerUpload} files at once.`)));
    parser.on('finish', () => resolve());
    parser.on('error', (error: unknown) =>
      fail(
        new InvalidRequest(
          error instanceof Error ? error.message : 'The upload is damaged.',
          'damaged_upload',
        ),
      ),
    );
    source.on('error', () => fail(new InvalidRequest('The upload was cut off.', 'damaged_upload')));
    source.pipe(parser);
  });
  const files = await Promise.all(received);
  if (files.length === 0) throw new InvalidRequest('The upload contains no file.', 'no_file');
  return files;
}

/** Browsers and fetch send these three characters of a file name so, since they would end the header's value. */
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0A': '\n', '%0D': '\r' };

/** Sanitises a file name: keeps the folders of an upload, removes path traversal and invisible characters. */
function safeName(name: string | undefined): string {
  const parts = (name ?? '')
    .replaceAll(/%22|%0A|%0D/gu, (escaped) => ESCAPED[escaped] ?? escaped)
    .replaceAll(/\p{Cs}/gu, '')
    .split(/[\\/]+/u)
    .map(plainName)
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.join('/').slice(-500) || 'file';
}
