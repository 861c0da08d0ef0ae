import { client } from './request.js';

export const originalAddress = (itemId: string, chunk?: string) =>
  `/api/items/${encodeURIComponent(itemId)}/original${chunk ? `?chunk=${encodeURIComponent(chunk)}` : ''}`;

/** KB-9: a page of an image as PNG, for formats that browsers do not display. */
export async function fetchDrawnPage(
  itemId: string,
  page: number,
  chunk: string | undefined,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const address = `/api/items/${encodeURIComponent(itemId)}/pages/${page}/picture`;
  const query = chunk ? `?chunk=${encodeURIComponent(chunk)}` : '';
  return (await client.send('GET', `${address}${query}`, { signal })).arrayBuffer();
}

/** The bytes that an item was read from; with a chunk, those that the chunk was read from (KB-11). */
export async function fetchOriginal(
  itemId: string,
  chunk: string | undefined,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  return (await client.send('GET', originalAddress(itemId, chunk), { signal })).arrayBuffer();
}
