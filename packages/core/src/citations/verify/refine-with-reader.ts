import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import type { Passage } from '../citation.js';
import { asClearAsRead } from './as-clear-as-read.js';
import type { ClaimCheck } from './claim-check.js';
import { ClaimVerifier } from './claim-verifier.js';
import { cleanClaim } from './clean-claim.js';

/**
 * A learned reader. Returns for each pair how likely the passage supports all of the claim, from 0 to 1, or NaN if it
 * cannot tell.
 *
 * ```ts
 * import type { SecondReader } from '@ibid/core';
 *
 * const reader: SecondReader = async (pairs) => pairs.map(() => 0.5); // yours asks a model
 * ```
 */
export type SecondReader = (
  pairs: readonly { claim: string; passage: string }[],
) => Promise<readonly number[]>;

/** A check that the rules leave undecided, with what was read of its source. */
export interface ReadableClaim {
  check: ClaimCheck;
  claim: string;
  chunks: readonly RetrievedChunk[];
}

/** Likelihood from which the reader is trusted. */
const LIKELY = 0.85;
/** Chunks read per source, and text around each passage: a reader sees a few hundred words. */
const MOST_CHUNKS = 3;
const WINDOW_CHARACTERS = 1_200;

/**
 * A second reader, for claims that the rules leave undecided: the words are there but not together, or are paraphrased.
 * It can raise such a claim to the verdict in the check's `atBest`, never beyond. Only the rules judge figures, units,
 * names and roles that disagree, and missing quotations. All claims of an answer are read at once. Returns the checks
 * in order, the same object if nothing changed.
 */
export async function refineWithReader(options: {
  claims: readonly ReadableClaim[];
  read: SecondReader;
  /** Likelihood from which the reader is trusted; depends on the reader. */
  threshold?: number;
}): Promise<ClaimCheck[]> {
  const { claims, read, threshold = LIKELY } = options;
  const asked = claims.flatMap(({ check, claim, chunks }, index) =>
    check.atBest === undefined ? [] : windowsOf(claim, chunks).map((window) => ({ index, claim, ...window })),
  );
  const checks = claims.map(({ check }) => check);
  if (asked.length === 0) return checks;
  const found = await read(asked.map(({ claim, text }) => ({ claim: cleanClaim(claim), passage: text })));
  const best = new Map<number, Reading>();
  for (const [at, { index, passage, atBest }] of asked.entries()) {
    const likelihood = found[at] ?? Number.NaN;
    // An invalid likelihood counts neither for nor against the claim.
    if (!(likelihood >= 0 && likelihood <= 1)) continue;
    if (likelihood > (best.get(index)?.likelihood ?? -1)) best.set(index, { likelihood, passage, atBest });
  }
  return checks.map((check, index) => {
    const one = best.get(index);
    return one ? judgedAgain(check, one, threshold) : check;
  });
}

interface Reading {
  likelihood: number;
  passage: Passage;
  /** The limit that the rules set for this passage, which may lack what another one has. */
  atBest: ClaimCheck['atBest'];
}

function judgedAgain(check: ClaimCheck, one: Reading, threshold: number): ClaimCheck {
  const { likelihood, passage } = one;
  const { atBest: ofClaim, reason: _, ...rest } = check;
  const atBest = ofClaim === 'supported' ? (one.atBest ?? 'weak') : ofClaim;
  const score = (check.score + likelihood) / 2;
  if (atBest === undefined || likelihood < threshold || check.verdict === atBest) return { ...check, score };
  if (atBest === 'supported') return asClearAsRead({ ...rest, passage, score, verdict: 'supported' });
  return { ...rest, passage, score, verdict: 'weak', reason: 'The source says it in other words.' };
}

/** For each chunk, the passage closest to the claim, with the text around it. */
function windowsOf(
  claim: string,
  chunks: readonly RetrievedChunk[],
): { text: string; passage: Passage; atBest: ClaimCheck['atBest'] }[] {
  const verifier = new ClaimVerifier({ chunks });
  return chunks
    .map((chunk) => ({ chunk, check: verifier.check({ claim, chunks: [chunk] }) }))
    .toSorted((left, right) => right.check.score - left.check.score)
    .slice(0, MOST_CHUNKS)
    .flatMap(({ chunk, check: { passage, atBest } }) => {
      const text = chunk.text ?? '';
      if (!passage) return [];
      const room = Math.max(0, WINDOW_CHARACTERS - (passage.end - passage.start)) / 2;
      const start = wordStart(text, passage.start - room);
      return [{ passage, atBest, text: text.slice(start, wordStart(text, passage.end + room)) }];
    });
}

function wordStart(text: string, near: number): number {
  if (near <= 0) return 0;
  if (near >= text.length) return text.length;
  const space = text.slice(Math.floor(near), Math.floor(near) + 40).search(/\s/);
  return Math.floor(near) + space + 1;
}
