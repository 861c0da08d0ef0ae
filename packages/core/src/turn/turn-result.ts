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

/** Something that went wrong without ending the turn. */
export interface TurnWarning {
  code: string;
  message: string;
}

/** What the person is told: no secret in it. */
export interface TurnFailure {
  code: string;
  message: string;
  retryable: boolean;
}

/**
 * What a turn has come to: exactly what was streamed, whether it completed, was stopped or failed.
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
  /** As it is shown: the joined answer deltas of the answer, without reference tags, or what its repair made of it. */
  shownAnswer: string;
  /** How it read before its repair, and what was changed; null: nothing was. */
  repair: AnswerRepair | null;
  /** Where that was looked for. */
  against: ClaimAgainst[] | null;
  /** Of the answer; those of narration are with their step. */
  citations: Citation[];
  /** What the answer claims, and what became of each claim. */
  claims: AnswerClaim[];
  /** Whether the turn searched, or had documents before it. */
  isGrounded: boolean;
  /** The chunks that the answer's citations rest on. */
  referenceSet: ReferenceSet;
  /** Stored in this turn, in order; a name written twice is there with both versions. */
  references: DescriptorMetadata[];
  ledger: SourceLedgerSnapshot;
  contextReports: ContextReport[];
  usage: TokenUsage;
  costUsd: number | null;
  warnings: TurnWarning[];
  error: TurnFailure | null;
  question: UserQuestion | null;
}
