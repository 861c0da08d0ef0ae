import type { RetrievedChunk } from '../references/retrieved-chunk.js';

/** Scanned before others get their turn. */
const SLICE_CHARACTERS = 500_000;
const MOST_WORDS = 40;
/** Other forms of a word begin alike. */
const STEM_LETTERS = 6;

/**
 * The passages that have most of a claim's words, rare words and numbers first, in the order in which they came. A
 * rough choice, so that the check itself reads a few pages and not a book; it gives way while it looks through one.
 */
export async function pickPassages(options: {
  claim: string;
  passages: readonly RetrievedChunk[];
  most: number;
}): Promise<readonly RetrievedChunk[]> {
  const { passages, most } = options;
  if (passages.length <= most) return passages;
  const words = stemsOf(options.claim);
  const found: number[][] = [];
  const counts = words.map(() => 0);
  let scanned = 0;
  for (const { text } of passages) {
    const lower = (text ?? '').toLowerCase();
    const own: number[] = [];
    for (const [index, { stem }] of words.entries()) {
      if (!lower.includes(stem)) continue;
      own.push(index);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    found.push(own);
    scanned += lower.length;
    if (scanned < SLICE_CHARACTERS) continue;
    scanned = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const weights = words.map(
    ({ weight }, index) => weight * Math.log(1 + passages.length / (1 + (counts[index] ?? 0))),
  );
  return found
    .map((own, index) => ({ index, score: own.reduce((sum, word) => sum + (weights[word] ?? 0), 0) }))
    .toSorted((left, right) => right.score - left.score || left.index - right.index)
    .slice(0, most)
    .toSorted((left, right) => left.index - right.index)
    .flatMap(({ index }) => passages[index] ?? []);
}

function stemsOf(claim: string): { stem: string; weight: number }[] {
  const stems = new Map<string, number>();
  for (const [word] of claim.toLowerCase().matchAll(/\p{N}+(?:[.,]\p{N}+)*|\p{L}{3,}|[\p{Lo}]{1,2}/gu)) {
    const isNumber = /^\p{N}/u.test(word);
    stems.set(isNumber ? word : word.slice(0, STEM_LETTERS), isNumber ? 2 : 1);
    if (stems.size >= MOST_WORDS) break;
  }
  return [...stems].map(([stem, weight]) => ({ stem, weight }));
}
