import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { Passage } from './citation.js';
import { claimTerms } from './verify/claim-terms.js';
import { ClaimVerifier } from './verify/claim-verifier.js';
import { cleanClaim } from './verify/clean-claim.js';
import { splitSentences } from './verify/split-sentences.js';
import { toPassage } from './verify/to-passage.js';

/** A passage that contradicts a claim. */
export interface CounterEvidence {
  chunk: RetrievedChunk;
  passage: Passage;
  /** What does not agree. */
  reason: string;
}

/** Share of a claim's words that a sentence must contain to be about the same thing. */
const SAME_SUBJECT = 0.6;
const MOST_SENTENCES = 400;
const MOST_CLAIM_CHARACTERS = 4_000;

/**
 * CIT-9: sentences on the subject of a claim that contradict it: another number, the opposite, a denial, another name.
 * Local, without a model call; the closest first, one per item. A sentence that merely omits something does not
 * contradict a claim.
 */
export function findCounterEvidence(options: {
  claim: string;
  chunks: readonly RetrievedChunk[];
  most?: number;
}): CounterEvidence[] {
  const claim = saidIn(cleanClaim(options.claim.slice(0, MOST_CLAIM_CHARACTERS)));
  const own = termsOf(claim);
  if (own.words.size === 0) return [];
  const verifier = new ClaimVerifier({ chunks: options.chunks });
  const byItem = new Map<string, CounterEvidence & { closeness: number }>();
  const bearingOut = new Set<string>();
  let left = MOST_SENTENCES;
  for (const chunk of options.chunks) {
    for (const span of splitSentences(chunk.text ?? '')) {
      if (left-- <= 0) break;
      const text = (chunk.text ?? '').slice(span.start, span.end);
      const closeness = saysOtherwise(own, termsOf(text));
      const best = byItem.get(chunk.itemId)?.closeness ?? 0;
      if (closeness === 0 || closeness < best) continue;
      const check = verifier.check({ claim, chunks: [{ ...chunk, text }] });
      if (check.verdict === 'supported') bearingOut.add(chunk.itemId);
      if (check.verdict !== 'unsupported' || closeness === best) continue;
      const reason = check.reason ?? 'It says otherwise.';
      byItem.set(chunk.itemId, { chunk, passage: toPassage(chunk, span), reason, closeness });
    }
  }
  return (
    [...byItem.values()]
      // If a document has a sentence that supports the claim, another one with only some of its words is about
      // something else.
      .filter(({ chunk, closeness }) => closeness === 1 || !bearingOut.has(chunk.itemId))
      .toSorted((one, other) => other.closeness - one.closeness)
      .slice(0, options.most ?? 8)
      .map(({ chunk, passage, reason }) => ({ chunk, passage, reason }))
  );
}

const MARKERS = /(?:\s*\[\d{1,4}(?:\s*,\s*\d{1,4})*\])+(?=[\s.,;:!?]*$)/u;
const QUOTE = /^(?:[^“”"]{0,200}:\s*)?[“"](?<said>.+)[”"][\s.]*$/su;

/** What a quoting claim says. Only contradicting statements count against it, not different wording. */
function saidIn(claim: string): string {
  const own = claim.replace(MARKERS, '').trim();
  return (QUOTE.exec(own)?.groups?.['said'] ?? own).replaceAll(/[“”„"]/gu, '');
}

interface Terms {
  words: Set<string>;
  numbers: Set<string>;
}

function termsOf(text: string): Terms {
  const words = new Set<string>();
  const numbers = new Set<string>();
  for (const { term, kind } of claimTerms(text).terms) (kind === 'number' ? numbers : words).add(term);
  return { words, numbers };
}

/** How much of the claim's subject the sentence shares. 0: it is about something else, or merely omits a number. */
function saysOtherwise(claim: Terms, sentence: Terms): number {
  const share = [...claim.words].filter((word) => sentence.words.has(word)).length / claim.words.size;
  if (share < SAME_SUBJECT) return 0;
  const lacks = [...claim.numbers].some((number) => !sentence.numbers.has(number));
  const hasOthers = [...sentence.numbers].some((number) => !claim.numbers.has(number));
  return lacks && !hasOthers ? 0 : share;
}
