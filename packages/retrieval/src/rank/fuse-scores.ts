/** A chunk with its score from each kind of search. */
export interface RankedChunk {
  /** Neighbouring chunks of an item have consecutive numbers. */
  row: number;
  itemRow: number;
  /** BM25; 0 if no word of the query occurs. */
  keyword: number;
  /** Cosine similarity; null without a vector. */
  semantic: number | null;
}

/** A row with its combined score. */
export interface FusedChunk {
  row: number;
  score: number;
}

/**
 * The weight of the keyword side, by its confidence. It is lowest where as many chunks as people look at match the
 * words about equally well, and highest where one stands far above the others. Measured on thirteen sets
 * (docs/quality/search.md): with a fixed weight, the best one for source code was .02 to .03 below semantic search alone on
 * conversations.
 */
const KEYWORD_WEIGHT = { gain: 0.5, most: 0.5, rival: 10 } as const;

/**
 * The lower bound depends on the semantic side. It is smaller where that side is confident, which means that its best
 * chunk is five deviations above the mean, and larger at four or fewer.
 */
const LEAST_WEIGHT = { unsure: 0.1, sure: 0.07, from: 4, to: 5 } as const;

/** If the embedder was not trained on the query's language, it only breaks ties. */
const KEYWORD_WEIGHT_FOREIGN = 0.85;

/** A very good match is this many deviations above the mean. This makes the two sides comparable. */
const BEST_DEVIATIONS = 8;

/** A chunk next to a good one is more likely to be good: an answer after its question, the body below a signature. */
const NEIGHBOUR_SHARE = 0.15;

/** A chunk is also more likely to be good if its document has a good one elsewhere. */
const ITEM_SHARE = 1 / 3;

/**
 * Hybrid order from the scores themselves, not from ranks, so a confident side outweighs one that guesses. Every
 * candidate gets both scores, so none is dropped because only one side found it (KB-3).
 */
export function fuseScores(options: {
  chunks: readonly RankedChunk[];
  /** Distribution of all chunks' similarities to this query. The scale differs between embedders. */
  similarity: { mean: number; deviation: number };
  /** False if the embedder does not know the query's language. */
  embedderKnowsLanguage: boolean;
}): FusedChunk[] {
  const { chunks, similarity } = options;
  const { best, rival } = keywordPeaks(chunks);
  const deviation = Math.max(similarity.deviation, 0.01);
  const nearest = chunks.reduce(
    (most, { semantic }) => Math.max(most, semantic ?? similarity.mean),
    similarity.mean,
  );
  const wanted = options.embedderKnowsLanguage
    ? keywordWeight({ best, rival, sure: (nearest - similarity.mean) / deviation })
    : KEYWORD_WEIGHT_FOREIGN;
  const weight = best > 0 ? wanted : 0;
  const spread = deviation * BEST_DEVIATIONS;
  const scores = new Map<number, { itemRow: number; score: number }>();
  const bestOfItem = new Map<number, number>();
  for (const chunk of chunks) {
    const keyword = best > 0 ? chunk.keyword / best : 0;
    const semantic = chunk.semantic === null ? 0 : (chunk.semantic - similarity.mean) / spread;
    const score = weight * keyword + (1 - weight) * semantic;
    scores.set(chunk.row, { itemRow: chunk.itemRow, score });
    bestOfItem.set(chunk.itemRow, Math.max(bestOfItem.get(chunk.itemRow) ?? score, score));
  }
  for (const one of scores.values())
    one.score = (1 - ITEM_SHARE) * one.score + ITEM_SHARE * bestOfItem.get(one.itemRow)!;
  const fused: FusedChunk[] = [];
  for (const [row, { itemRow, score }] of scores) {
    let beside = 0;
    for (const neighbour of [scores.get(row - 1), scores.get(row + 1)]) {
      if (neighbour?.itemRow === itemRow) beside = Math.max(beside, neighbour.score);
    }
    fused.push({ row, score: score + NEIGHBOUR_SHARE * beside });
  }
  return fused.sort((left, right) => right.score - left.score || left.row - right.row);
}

/** The best keyword score and the tenth best, in one pass, because sorting all of them would slow down every search. */
function keywordPeaks(chunks: readonly RankedChunk[]): { best: number; rival: number } {
  const highest = new Float64Array(KEYWORD_WEIGHT.rival);
  const last = highest.length - 1;
  for (const { keyword } of chunks) {
    if (keyword <= highest[last]!) continue;
    let place = last;
    for (; place > 0 && highest[place - 1]! < keyword; place -= 1) highest[place] = highest[place - 1]!;
    highest[place] = keyword;
  }
  return { best: highest[0]!, rival: highest[last]! };
}

/** `sure`: how many deviations the best semantic match is above the mean. */
function keywordWeight({ best, rival, sure }: { best: number; rival: number; sure: number }): number {
  if (best <= 0) return 0;
  const { gain, most } = KEYWORD_WEIGHT;
  const { from, to } = LEAST_WEIGHT;
  const share = Math.min(1, Math.max(0, (sure - from) / (to - from)));
  const least = LEAST_WEIGHT.unsure + (LEAST_WEIGHT.sure - LEAST_WEIGHT.unsure) * share;
  return Math.min(most, least + gain * (1 - rival / best));
}
