import { client } from './request.js';

export const originalAddress = (itemId: string, chunk?: string) =>
  `/api/items/${encodeURIComponent(itemId)}/original${chunk ? `?chunk=${encodeURIComponent(chunk)}` : ''}`;

/** The bytes that an item was read from; with a chunk, those that the chunk was read from (KB-11). */
export async function fetchOriginal(
  itemId: string,
  chunk: string | undefined,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  return (await client.send('GET', originalAddress(itemId, chunk), { signal })).arrayBuffer();
}
