/** 1 for a name that few chunks mention, falling to 0 for one in all of them. */
export function rarity(chunksMentioning: number, totalChunks: number): number {
  const total = Math.max(totalChunks, 8);
  return Math.min(1, Math.log(total / Math.max(1, chunksMentioning)) / Math.log(total / 4));
}
