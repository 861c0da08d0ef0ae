import type { AnswerClaim } from '../citations/answer-claims.js';
import type { Citation } from '../citations/citation.js';
import type { ClaimAgainst } from '../citations/claims-against.js';
import type { RefusedChange, RepairChange } from '../citations/repair/answer-repair.js';
import type { ContextReport } from '../context/context-report.js';
import type { JsonValue } from '../messages/json-value.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { TokenUsage, UserQuestion } from '../messages/tool-outcome.js';

/** FLOW-4: the block of the page that a packet belongs to. */
export interface Placement {
  /**
   * Index of the block. A reasoning block, a batch of tool calls, a piece of narration and the answer each have one.
   */
  turnIndex: number;
  /** Parallel calls of one batch are tabs. */
  tabIndex: number;
  /** For what a tool streams from inside, e.g. a step of agentic retrieval. */
  subTurnIndex?: number;
}

/** Incremented when the meaning of a packet changes; clients reject unknown versions. */
export const PACKET_VERSION = 1;

/** A source as the page shows it: the number, and all fields that the model does not see. */
export interface ShownSource extends Omit<RetrievedChunk, 'text'> {
  number: number;
  sourceId: string;
  /** First characters of the chunk, for a card. */
  preview: string;
}

/** Why a turn ended. */
export type StopReason = 'complete' | 'stopped' | 'failed' | 'question';

/** The content of each packet type, without its number and placement. */
export type PacketBody =
  | {
      type: 'turn-start';
      version: number;
      conversationId: string;
      userMessageId: string;
      assistantMessageId: string;
      modelId: string;
    }
  | { type: 'reasoning-start' }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'reasoning-end' }
  /** `narration`: whether tool calls followed the text. Known only at the end of the block. */
  | { type: 'answer-start' }
  | { type: 'answer-delta'; text: string }
  | { type: 'answer-end'; narration: boolean }
  | { type: 'tool-start'; callId: string; toolName: string; title?: string }
  | { type: 'tool-input-delta'; callId: string; text: string }
  | { type: 'tool-progress'; callId: string; message: string; data?: JsonValue }
  | { type: 'tool-sources'; callId: string; sources: ShownSource[] }
  | {
      type: 'tool-result';
      callId: string;
      input: JsonValue;
      text: string;
      descriptor?: string;
      figures?: Record<string, JsonValue>;
      data?: JsonValue;
      isError: boolean;
      question?: UserQuestion;
    }
  | { type: 'tool-end'; callId: string; milliseconds: number }
  | { type: 'citation'; citation: Citation }
  /**
   * The claims of the answer and their verdicts, once all are known; a later packet replaces it. `isGrounded`: the turn
   * searched, or already had documents.
   */
  | { type: 'claims'; claims: AnswerClaim[]; isGrounded: boolean }
  /** The whole repaired answer, so this packet alone is enough. */
  | {
      type: 'repair';
      text: string;
      citations: Citation[];
      claims: AnswerClaim[];
      changes: RepairChange[];
      refused?: RefusedChange[];
    }
  /** The claims of the answer that some evidence contradicts; an empty list if none was found. */
  | { type: 'against'; claims: ClaimAgainst[] }
  | {
      type: 'reference';
      descriptor: string;
      name: string;
      version: number;
      category: 'code' | 'data' | 'text';
      lines: number;
      characters: number;
    }
  | { type: 'context-report'; step: number; report: ContextReport }
  | { type: 'usage'; step: number; usage: TokenUsage; costUsd?: number }
  | { type: 'warning'; code: string; message: string }
  | { type: 'title'; title: string }
  | { type: 'error'; code: string; message: string; retryable: boolean }
  | { type: 'heartbeat' }
  | { type: 'turn-stop'; reason: StopReason };

/**
 * One event streamed to a client. `seq` increases by one within a turn and is the resume cursor.
 *
 * ```ts
 * import type { Packet } from '@ibid/core';
 *
 * const answerOf = (packets: readonly Packet[]) =>
 *   packets.map((packet) => (packet.type === 'answer-delta' ? packet.text : '')).join('');
 * ```
 */
export type Packet = { seq: number; turnId: string; placement: Placement } & PacketBody;

export type PacketType = PacketBody['type'];
