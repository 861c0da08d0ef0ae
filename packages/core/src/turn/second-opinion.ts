import type { Citation, SecondOpinion } from '../citations/citation.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import { pickPassages } from './pick-passages.js';

/** A claim that the local check leaves in doubt, as submitted to another reader. */
export interface DoubtfulClaim {
  claim: string;
  verdict: 'weak' | 'unsupported';
  reason: string | null;
  /** The passages of the cited source that are most likely to decide. */
  passages: string[];
}

/**
 * CIT-8: asks a language model about all doubtful claims of an answer at once. One opinion per claim, in order; null if
 * it has none.
 */
export type AskSecondOpinion = (claims: readonly DoubtfulClaim[]) => Promise<(SecondOpinion | null)[]>;

/** A citation whose claim is in doubt, with everything read of its source. */
export interface OpenCitation {
  citation: Citation;
  claim: string;
  chunks: readonly RetrievedChunk[];
  refined: (before: Citation, after: Citation) => void;
}

const MOST_CLAIMS = 12;
const MOST_PASSAGES = 3;

/** CIT-8: opinions are stored beside the verdicts of the local check and never replace them. */
export async function giveSecondOpinions(
  citations: readonly OpenCitation[],
  ask: AskSecondOpinion,
): Promise<void> {
  const asked: { open: OpenCitation; claim: DoubtfulClaim }[] = [];
  for (const open of citations) {
    const { verdict, reason = null } = open.citation;
    if ((verdict !== 'weak' && verdict !== 'unsupported') || asked.length >= MOST_CLAIMS) continue;
    const { claim, chunks } = open;
    const picked = await pickPassages({ claim, passages: chunks, most: MOST_PASSAGES });
    const passages = picked.flatMap(({ text }) => text || []);
    if (passages.length > 0) asked.push({ open, claim: { claim, verdict, reason, passages } });
  }
  if (asked.length === 0) return;
  const opinions = await ask(asked.map(({ claim }) => claim));
  for (const [index, { open }] of asked.entries()) {
    const secondOpinion = opinions[index];
    if (secondOpinion) open.refined(open.citation, { ...open.citation, secondOpinion });
  }
}
