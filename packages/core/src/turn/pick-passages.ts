import { TextRanker } from '../citations/verify/text-ranker.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';

/** Characters scanned before yielding to other work. */
const SLICE_CHARACTERS = 500_000;

/** The passages that contain most of a claim's words, in their original order. Yields while scanning. */
export async function pickPassages(options: {
  claim: string;
  passages: readonly RetrievedChunk[];
  most: number;
}): Promise<readonly RetrievedChunk[]> {
  const { passages, most } = options;
  if (passages.length <= most) return passages;
  const ranker = new TextRanker(options.claim);
  let scanned = 0;
  for (const { text } of passages) {
    ranker.add(text ?? '');
    scanned += text?.length ?? 0;
    if (scanned < SLICE_CHARACTERS) continue;
    scanned = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return ranker.best(most).flatMap((index) => passages[index] ?? []);
}
