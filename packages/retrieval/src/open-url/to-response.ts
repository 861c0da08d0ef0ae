import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { unpacked } from './read-body.js';

/** Answers with these statuses have no body, and `Response` accepts none. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Converts an answer to a `Response`: decompressed, with the requested address. */
export function toResponse(message: IncomingMessage, url: URL): Response {
  const given = message.statusCode ?? 502;
  const status = given >= 200 && given <= 599 ? given : 502;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  headers.delete('content-encoding');
  if (message.headers['content-encoding']) headers.delete('content-length');
  const hasBody = !WITHOUT_BODY.has(status);
  if (!hasBody) message.resume();
  const body = hasBody ? (Readable.toWeb(unpacked(message)) as ReadableStream<Uint8Array>) : null;
  const response = new Response(body, { status, headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}
