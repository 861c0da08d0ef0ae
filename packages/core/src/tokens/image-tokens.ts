/** The side length in pixels above which every provider scales an image down before counting. */
const LONGEST_SIDE = 2048;
const SHORT_SIDE = 768;
const TILE = 512;
const BASE_TOKENS = 85;
const TILE_TOKENS = 170;
/** One token per this many pixels, the other common rule; the larger of the two results is used. */
const PIXELS_PER_TOKEN = 750;
const MOST_BY_PIXELS = 1600;

/**
 * CTX-5: the token cost of an image, from its size alone. Providers count by tiles or by pixels; the larger result is
 * used, so the budget holds for both. An unknown size counts as the largest.
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
