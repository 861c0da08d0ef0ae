import { claimsAgainst } from '../citations/claims-against.js';
import { repairableClaims } from '../citations/repair/repairable-claims.js';
import type { ToolCallRecord } from '../messages/chat-message.js';
import { type RetrievedChunk, sourceIdOf } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { type JudgedAnswer, MOST_CLAIMS, type ProposeRepairs, repairAnswer } from './repair-answer.js';
import { settledWithin } from './settled-within.js';
import type { Tool } from '../messages/tool.js';
import type { TurnScope } from './turn-scope.js';

/** CIT-8 and CIT-9: how the claims of a finished answer are reviewed. */
export interface AnswerReview {
  /**
   * Searches once for passages on the claims: a tool that takes `{ claims: string[] }`, such as `checkClaimsTool` of
   * `@ibid/retrieval`. Null: only what the turn has found is used.
   */
  search: Tool | null;
  /**
   * CIT-8: `propose` asks a language model about claims that cannot be cited as they stand. Null: nothing is rewritten.
   */
  repair?: { propose: ProposeRepairs | null };
  /** CIT-9: whether to report passages that contradict a claim. */
  against?: boolean;
}

/** The limit per claim for a whole answer; more can be requested for a single claim. */
const MOST_AGAINST = 3;
const MOST_PROPOSING_MILLISECONDS = 45_000;

/** A single round, bounded in claims, passages and time. If anything fails, the answer stays as it was. */
export async function reviewAnswer(options: {
  scope: TurnScope;
  review: AnswerReview;
  judged: JudgedAnswer;
  /** Makes the call and returns its record; `ledger` then has the new source numbers. */
  call: (tool: Tool, claims: string[]) => Promise<ToolCallRecord | undefined>;
  ledger: () => SourceLedgerSnapshot;
}): Promise<void> {
  const { scope, review } = options;
  const { writer } = scope;
  let { judged } = options;
  const doubtful = review.repair ? repairableClaims(judged).slice(0, MOST_CLAIMS) : [];
  const against = review.against ? judged.claims.slice(0, MOST_CLAIMS) : [];
  const claims = [...new Set([...against.map(({ text }) => text), ...doubtful.map(({ bare }) => bare)])];
  if (claims.length === 0) return;
  const record = review.search ? await options.call(review.search, claims) : undefined;
  writer.assertOpen();
  const evidence = withoutRepeats([
    ...(record?.outcome?.chunks ?? []),
    ...scope.book.allChunks(),
    ...scope.refiner.passagesRead,
  ]);
  if (review.repair && doubtful.length > 0) {
    const repaired = await repairWithin({ ...options, judged, evidence, propose: review.repair.propose });
    writer.assertOpen();
    if (repaired) judged = writer.repair(repaired) ?? judged;
  }
  if (!review.against) return;
  const ledger = options.ledger();
  writer.tellAgainst(
    claimsAgainst({
      claims: judged.claims.slice(0, MOST_CLAIMS),
      chunks: evidence,
      ledger,
      most: MOST_AGAINST,
    }),
  );
}

/**
 * If the model is unavailable or too slow, only its proposals are lost; citations that need no model are still added.
 */
async function repairWithin(options: {
  scope: TurnScope;
  judged: JudgedAnswer;
  evidence: readonly RetrievedChunk[];
  propose: ProposeRepairs | null;
  ledger: () => SourceLedgerSnapshot;
}) {
  const { scope, propose } = options;
  const { clock } = scope.options;
  const within: ProposeRepairs | null =
    propose &&
    (async (claims) => {
      let proposals: Awaited<ReturnType<ProposeRepairs>> = [];
      let isDone = false;
      const asked = propose(claims).then(
        (answer) => {
          proposals = answer;
          isDone = true;
        },
        () => {},
      );
      await settledWithin([asked], MOST_PROPOSING_MILLISECONDS, { clock, signal: scope.signal });
      if (!isDone)
        scope.writer.warning(
          'repair_failed',
          'The model for small tasks failed or took too long, so the answer was not repaired.',
        );
      return proposals;
    });
  return repairAnswer({ ...options, ledger: options.ledger(), propose: within });
}

/** Pieces of a file share one id, so their positions distinguish them. */
function withoutRepeats(chunks: readonly RetrievedChunk[]): RetrievedChunk[] {
  const byPlace = new Map<string, RetrievedChunk>();
  for (const chunk of chunks) {
    const place = `${sourceIdOf(chunk)} ${chunk.span?.start ?? ''}`;
    if (chunk.text && !byPlace.has(place)) byPlace.set(place, chunk);
  }
  return [...byPlace.values()];
}
