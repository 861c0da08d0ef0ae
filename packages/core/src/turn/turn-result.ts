import type { AnswerClaim } from '../citations/answer-claims.js';
import type { Citation } from '../citations/citation.js';
import type { ClaimAgainst } from '../citations/claims-against.js';
import type { AnswerRepair } from '../citations/repair/answer-repair.js';
import type { ContextReport } from '../context/context-report.js';
import type { DescriptorMetadata } from '../descriptors/descriptor-store.js';
import type { TurnStatus, TurnStep } from '../messages/chat-message.js';
import type { ReferenceSet } from '../sources/reference-manager.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { StopReason } from './packet.js';
import type { TokenUsage, UserQuestion } from '../messages/tool-outcome.js';

/** A problem that did not end the turn. */
export interface TurnWarning {
  code: string;
  message: string;
}

/** Shown to the user; contains no secrets. */
export interface TurnFailure {
  code: string;
  message: string;
  retryable: boolean;
}

/**
 * The result of a turn: exactly what was streamed, whether it completed, was stopped or failed.
 *
 * ```ts
 * import type { TurnResult } from '@ibid/core';
 *
 * const shown = ({ status, shownAnswer, citations }: TurnResult) =>
 *   `${shownAnswer}\n\n${status}, ${citations.length} citations`;
 * ```
 */
export interface TurnResult {
  status: Exclude<TurnStatus, 'running'>;
  reason: StopReason;
  steps: TurnStep[];
  /** As the model wrote it, tags and markers included. */
  answer: string;
  /** As shown: the joined answer deltas without reference tags, or the repaired text. */
  shownAnswer: string;
  /** The answer before its repair, and the changes; null if nothing was changed. */
  repair: AnswerRepair | null;
  /** Null if contradicting evidence was not looked for. */
  against: ClaimAgainst[] | null;
  /** Of the answer; citations in narration are stored with their step. */
  citations: Citation[];
  /** The claims of the answer with their verdicts. */
  claims: AnswerClaim[];
  /** Whether the turn searched, or already had documents. */
  isGrounded: boolean;
  /** The chunks that the answer's citations refer to. */
  referenceSet: ReferenceSet;
  /** Stored in this turn, in order; a name written twice is listed with both versions. */
  references: DescriptorMetadata[];
  ledger: SourceLedgerSnapshot;
  contextReports: ContextReport[];
  usage: TokenUsage;
  costUsd: number | null;
  warnings: TurnWarning[];
  error: TurnFailure | null;
  question: UserQuestion | null;
}
