import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import type { ClaimCheck } from './claim-check.js';
import { claimTerms } from './claim-terms.js';
import { cleanClaim } from './clean-claim.js';
import { splitSentences } from './split-sentences.js';
import { toPassage } from './to-passage.js';

/** Returns unit vectors, one per text. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly ArrayLike<number>[]>;

/**
 * For the built-in embedder, measured on public sets (docs/quality/verdicts.md). Lower values raise wrong claims as often as
 * right ones.
 */
const SIMILAR = 0.75;
const MAX_SENTENCES = 64;
const WEAK_SCORE = 0.3;

/**
 * The second signal of CIT-5, for claims whose words are not in the source: another wording, another language. A
 * passage of similar meaning makes an unsupported claim `weak` and becomes its passage. It never makes a claim
 * `supported`, and never outweighs a contradiction or a missing number or quotation: similar is not the same.
 */
export async function refineWithEmbeddings(options: {
  check: ClaimCheck;
  claim: string;
  chunks: readonly RetrievedChunk[];
  embed: EmbedTexts;
  /** Similarity from which a passage counts; depends on the embedder. */
  threshold?: number;
}): Promise<ClaimCheck> {
  const { check, chunks } = options;
  // If the verdict is final, the source contradicts the claim, and similarity does not change that.
  if (check.verdict !== 'unsupported' || check.isFinal) return check;
  const claim = cleanClaim(options.claim);
  const numbers = claimTerms(claim).terms.filter(({ kind }) => kind === 'number');
  const sentences = chunks
    .flatMap((chunk) => splitSentences(chunk.text ?? '').map((span) => ({ chunk, ...span })))
    .filter(({ chunk, start, end }) => {
      const own = new Set(claimTerms(chunk.text?.slice(start, end) ?? '').terms.map(({ term }) => term));
      return numbers.every(({ term }) => own.has(term));
    })
    .slice(0, MAX_SENTENCES);
  if (sentences.length === 0) return check;
  const texts = sentences.map(({ chunk, start, end }) => chunk.text?.slice(start, end) ?? '');
  const [own, ...others] = await options.embed([claim, ...texts]);
  let best = -1;
  let similarity = options.threshold ?? SIMILAR;
  for (const [index, vector] of others.entries()) {
    const value = own ? dotProduct(own, vector) : 0;
    if (value < similarity) continue;
    similarity = value;
    best = index;
  }
  const found = sentences[best];
  if (!found) return check;
  return {
    passage: toPassage(found.chunk, found),
    score: Math.max(check.score, WEAK_SCORE),
    verdict: 'weak',
    reason: 'The source says something similar in other words.',
  };
}

function dotProduct(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
