import { answerClaims, type AnswerClaim, type ClaimVerdict } from '../citations/answer-claims.js';
import type { Citation } from '../citations/citation.js';
import type { RefusedChange, RepairChange, RepairedAnswer } from '../citations/repair/answer-repair.js';
import { judgeSentence, withMarker, WORTH } from '../citations/repair/judge-sentence.js';
import { mendText } from '../citations/repair/mend-text.js';
import { inWritten, repairableClaims, type RepairableClaim } from '../citations/repair/repairable-claims.js';
import { ClaimVerifier } from '../citations/verify/claim-verifier.js';
import { sourceOf } from '../context/number-sources.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { pickPassages } from './pick-passages.js';

/** A claim that no source supports as written, with the passages found for it. */
export interface ClaimToRepair {
  /** As written, with its markers. */
  sentence: string;
  verdict: ClaimVerdict;
  /** What the check found. */
  reason: string | null;
  passages: { number: number; title: string; text: string }[];
}

/** What to do with a sentence. A rewritten sentence cites by the numbers of the passages. */
export type RepairProposal =
  | { action: 'keep' }
  | { action: 'remove'; reason: string | null }
  | { action: 'correct'; sentence: string; reason: string | null };

/**
 * CIT-8: asks a language model what to do about all claims of an answer at once. One proposal per claim, in order; null
 * if it has none.
 */
export type ProposeRepairs = (claims: readonly ClaimToRepair[]) => Promise<(RepairProposal | null)[]>;

/** An answer whose citations have verdicts. */
export interface JudgedAnswer {
  /** As the model wrote it. */
  answer: string;
  /** As the user sees it. */
  text: string;
  citations: readonly Citation[];
  claims: readonly AnswerClaim[];
}

interface Change extends RepairChange {
  span: { start: number; end: number };
  citations: Citation[];
}

export const MOST_CLAIMS = 12;
/** How many passages a sentence is compared with, and how many a model is shown. */
const MOST_PASSAGES = 16;
const MOST_SHOWN = 4;
/** A sentence that starts with a pronoun could match a passage about something else. */
const LEANS =
  /^["'“„«*_\s]*(?:it|its|they|their|them|this|that|these|those|he|his|she|her|there|here|er|sie|es|dies\p{L}*|il|elle|ils|elles|ce|cela|esto|este|esta|él|ella)\b/iu;

/**
 * CIT-8, in a single round: a claim that some passage supports gets its citation, which needs no model. The others are
 * put to a model, and a proposal is accepted only if the check rates the sentence better than before. Null: nothing to
 * change.
 */
export async function repairAnswer(options: {
  judged: JudgedAnswer;
  ledger: SourceLedgerSnapshot;
  evidence: readonly RetrievedChunk[];
  propose: ProposeRepairs | null;
}): Promise<RepairedAnswer | null> {
  const { judged, ledger, propose } = options;
  const changes: Change[] = [];
  const refused: RefusedChange[] = [];
  const left: { claim: RepairableClaim; passages: readonly RetrievedChunk[]; place: number }[] = [];
  for (const [place, claim] of repairableClaims(judged).slice(0, MOST_CLAIMS).entries()) {
    const passages = await pickPassages({
      claim: claim.bare,
      passages: options.evidence,
      most: MOST_PASSAGES,
    });
    const cited = citedChange(claim, { passages, ledger, place });
    if (cited) changes.push(cited);
    else left.push({ claim, passages, place });
  }
  if (propose && left.length > 0) {
    const asked = await Promise.all(
      left.map(async ({ claim, passages }) => toRepair(claim, { passages, ledger })),
    );
    const proposals = await propose(asked);
    for (const [index, { claim, passages, place }] of left.entries()) {
      const change = proposedChange(claim, proposals[index] ?? null, { passages, ledger, place });
      if (change && 'proposed' in change) refused.push(change);
      else if (change) changes.push(change);
    }
  }
  const repaired = applied(judged, changes);
  if (refused.length === 0) return repaired;
  return { ...(repaired ?? { ...judged, ...copied(judged), changes: [] }), refused };
}

interface Known {
  passages: readonly RetrievedChunk[];
  ledger: SourceLedgerSnapshot;
  /** Index of the claim, for the ids of its citations. */
  place: number;
}

const copied = ({ citations, claims }: JudgedAnswer) => ({ citations: [...citations], claims: [...claims] });

/** Keeps the sentence and cites the source that supports all of it. */
function citedChange(claim: RepairableClaim, known: Known): Change | null {
  if (LEANS.test(claim.bare)) return null;
  const [best] = checksOf(claim, known)
    .filter(({ check }) => check.verdict === 'supported')
    .toSorted((one, other) => other.check.score - one.check.score);
  if (!best) return null;
  const after = withMarker(claim.bare, best.number);
  const { citations, worth } = judged(after, known);
  if (worth < WORTH.supported) return null;
  return { kind: 'cited', before: claim.sentence, after, reason: claim.reason, span: claim.span, citations };
}

/** The claim against each source alone. */
function checksOf(claim: RepairableClaim, known: Known) {
  const verifier = new ClaimVerifier({ chunks: known.passages });
  return [...byNumber(known)].map(([number, chunks]) => ({
    number,
    check: verifier.check({ claim: claim.bare, chunks }),
  }));
}

/**
 * A sentence is only removed if no passage supports any of it: a model may be wrong about a true sentence, and the answer
 * without it would look better than it is.
 */
function mayBeRemoved(claim: RepairableClaim, known: Known): boolean {
  return (
    WORTH[claim.claim.verdict] === 0 &&
    checksOf(claim, known).every(({ check }) => check.verdict === 'unsupported')
  );
}

function proposedChange(
  claim: RepairableClaim,
  proposal: RepairProposal | null,
  known: Known,
): Change | RefusedChange | null {
  if (proposal === null || proposal.action === 'keep') return null;
  const { sentence: before, span } = claim;
  const reason = proposal.reason ?? claim.reason;
  if (proposal.action === 'remove')
    return mayBeRemoved(claim, known)
      ? { kind: 'removed', before, after: null, reason, span, citations: [] }
      : { before, proposed: null, reason: 'Some passage supports the sentence, at least in part.' };
  const after = proposal.sentence.replaceAll(/\s+/gu, ' ').trim();
  if (after === '' || after === before || after.length > 2 * before.length + 400) return null;
  const { citations, worth } = judged(after, known);
  if (worth <= WORTH[claim.claim.verdict])
    return { before, proposed: after, reason: 'The sources support the proposed sentence no better.' };
  return { kind: 'corrected', before, after, reason, span, citations };
}

function judged(sentence: string, known: Known): { citations: Citation[]; worth: number } {
  return judgeSentence({
    sentence,
    sourceByNumber: (number) => known.ledger.sources[number - 1],
    chunks: byNumber(known),
    idPrefix: `r${known.place + 1}-`,
  });
}

function byNumber({ passages, ledger }: Pick<Known, 'passages' | 'ledger'>): Map<number, RetrievedChunk[]> {
  const groups = new Map<number, RetrievedChunk[]>();
  for (const chunk of passages) {
    const number = sourceOf(ledger, chunk.itemId)?.number;
    if (number !== undefined) groups.set(number, [...(groups.get(number) ?? []), chunk]);
  }
  return groups;
}

async function toRepair(
  claim: RepairableClaim,
  { passages, ledger }: Pick<Known, 'passages' | 'ledger'>,
): Promise<ClaimToRepair> {
  const { sentence, reason } = claim;
  const picked = await pickPassages({ claim: claim.bare, passages, most: MOST_SHOWN });
  return {
    sentence,
    verdict: claim.claim.verdict,
    reason,
    passages: picked.flatMap(({ itemId, title, text }) => {
      const number = sourceOf(ledger, itemId)?.number;
      return number === undefined || !text ? [] : [{ number, title, text }];
    }),
  };
}

/** Unchanged sentences keep their citations, with opinions, at their new positions. */
function applied(before: JudgedAnswer, all: readonly Change[]): RepairedAnswer | null {
  const changes = all
    .flatMap((change) => {
      const edit = { ...change.span, text: change.after };
      const written = inWritten(before.answer, before.text, edit);
      return written ? [{ change, edit, written }] : [];
    })
    .toSorted((one, other) => one.edit.start - other.edit.start);
  if (changes.length === 0) return null;
  const { text, place } = mendText(
    before.text,
    changes.map(({ edit }) => edit),
  );
  if (text.trim() === '') return null;
  const kept = before.citations.filter(
    ({ range }) => !changes.some(({ edit }) => range.start >= edit.start && range.start < edit.end),
  );
  const moved = kept.map((citation) => ({
    ...citation,
    range: { start: place(citation.range.start), end: place(citation.range.end - 1) + 1 },
  }));
  const added = changes.flatMap(({ change, edit }) => {
    const start = place(edit.end) - (edit.text?.length ?? 0);
    return change.citations.map((citation) => ({
      ...citation,
      range: { start: start + citation.range.start, end: start + citation.range.end },
    }));
  });
  const citations = [...moved, ...added].toSorted((one, other) => one.range.start - other.range.start);
  const written = changes.map((change) => change.written);
  written.sort((one, other) => one.start - other.start);
  return {
    answer: mendText(before.answer, written).text,
    text,
    citations,
    claims: answerClaims({ text, citations }),
    changes: changes.map(({ change: { kind, before: was, after, reason } }) => ({
      kind,
      before: was,
      after,
      reason,
    })),
  };
}
