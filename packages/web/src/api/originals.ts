import { client } from './request.js';

export const originalAddress = (itemId: string) => `/api/items/${encodeURIComponent(itemId)}/original`;

/** The bytes that an item was read from. */
export async function fetchOriginal(itemId: string, signal: AbortSignal): Promise<ArrayBuffer> {
  return (await client.send('GET', originalAddress(itemId), { signal })).arrayBuffer();
}
