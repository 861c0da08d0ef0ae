/** Pixels of a side beyond which every provider scales an image down before it counts. */
const LONGEST_SIDE = 2048;
const SHORT_SIDE = 768;
const TILE = 512;
const BASE_TOKENS = 85;
const TILE_TOKENS = 170;
/** One token per so many pixels, the other common rule; the larger result of both is taken. */
const PIXELS_PER_TOKEN = 750;
const MOST_BY_PIXELS = 1600;

/**
 * CTX-5: what an image costs, from its size alone. Providers count by tiles or by pixels; the larger of both rules is
 * taken, so that the budget holds for either. An unknown size counts as the largest one.
 */
export function imageTokens(image: { width: number; height: number }): number {
  const known = image.width > 0 && image.height > 0 && Number.isFinite(image.width * image.height);
  const width = known ? image.width : LONGEST_SIDE;
  const height = known ? image.height : LONGEST_SIDE;
  return Math.max(byTiles(width, height), byPixels(width, height));
}

function byTiles(width: number, height: number): number {
  const fit = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const shorter = Math.min(1, SHORT_SIDE / (Math.min(width, height) * fit));
  const tiles = Math.ceil((width * fit * shorter) / TILE) * Math.ceil((height * fit * shorter) / TILE);
  return BASE_TOKENS + TILE_TOKENS * tiles;
}

function byPixels(width: number, height: number): number {
  return Math.min(MOST_BY_PIXELS, Math.ceil((width * height) / PIXELS_PER_TOKEN));
}
