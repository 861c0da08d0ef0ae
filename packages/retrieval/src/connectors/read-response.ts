import { ConnectorError } from './connector-error.js';

export async function readResponse(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const tooLarge = () => new ConnectorError('too-large', `It is larger than ${inMegabytes(maxBytes)} MB.`);
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      // Leaving the loop ends the transfer.
      if (size > maxBytes) throw tooLarge();
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    throw new ConnectorError('away', 'The response was cut off.', { cause: error });
  }
  return Buffer.concat(parts);
}

function inMegabytes(bytes: number): number {
  return Math.max(1, Math.round(bytes / 2 ** 20));
}

/** Throws, in words for people, if the answer is an error. */
export function requireGoodAnswer(response: Response, what: string): void {
  const { status } = response;
  if (status < 400) return;
  void response.body?.cancel();
  if (status === 401 || status === 403 || status === 407)
    throw new ConnectorError(
      'refused',
      `${what} does not allow access (${status}). Check its address, and the name and password if it needs them.`,
    );
  if (status === 404 || status === 410)
    throw new ConnectorError('gone', `${what} was not found (${status}).`);
  if (status === 429 || status >= 500)
    throw new ConnectorError('away', `${what} is not available now (${status}). Ibid tries again later.`);
  throw new ConnectorError('unreadable', `${what} could not be fetched (${status}).`);
}
