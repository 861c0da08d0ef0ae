import type { Citation } from '../citations/citation.js';
import type { ContextReport } from '../context/context-report.js';
import type { TurnStatus } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import type { ShownSource } from '../turn/packet.js';
import type { TokenUsage, UserQuestion } from '../turn/tool-outcome.js';

/** What a tool told while it ran; `step` groups what one inner step of it produced (FLOW-4). */
export interface ProgressView {
  message: string;
  step: number | null;
  data: JsonValue | null;
}

export interface CallView {
  callId: string;
  tab: number;
  toolName: string;
  title: string | null;
  /** Arguments as they stream in; `input` replaces them once the call is complete. */
  inputText: string;
  input: JsonValue | null;
  progress: ProgressView[];
  sources: ShownSource[];
  result: {
    text: string;
    descriptor: string | null;
    figures: Record<string, JsonValue> | null;
    data: JsonValue | null;
    isError: boolean;
  } | null;
  milliseconds: number | null;
  done: boolean;
}

export interface ReasoningBlock {
  kind: 'reasoning';
  index: number;
  text: string;
  done: boolean;
}

/** Text of the model: narration when tool calls followed it, the answer otherwise. */
export interface TextBlock {
  kind: 'text';
  index: number;
  text: string;
  done: boolean;
  narration: boolean;
  citations: Citation[];
}

export interface ToolsBlock {
  kind: 'tools';
  index: number;
  calls: CallView[];
}

export type BlockView = ReasoningBlock | TextBlock | ToolsBlock;

export interface ReferenceView {
  descriptor: string;
  name: string;
  version: number;
  category: 'code' | 'data' | 'text';
  lines: number;
  characters: number;
}

/** All that a page shows of one turn: made from its packets while it runs, stored with its message afterwards. */
export interface TurnView {
  turnId: string;
  /** The resume cursor: the last packet that is part of this view; 0 before the first. */
  seq: number;
  status: TurnStatus | 'question';
  modelId: string | null;
  assistantMessageId: string | null;
  blocks: BlockView[];
  references: ReferenceView[];
  reports: { step: number; report: ContextReport }[];
  usage: TokenUsage | null;
  costUsd: number | null;
  warnings: { code: string; message: string }[];
  title: string | null;
  error: { code: string; message: string; retryable: boolean } | null;
  question: UserQuestion | null;
}

/**
 * A turn of which nothing is known yet: what packets are added to.
 *
 * ```ts
 * import { emptyTurnView } from '@ibid/core/turn-view';
 *
 * console.log(emptyTurnView('turn-1').blocks); // []
 * ```
 */
export function emptyTurnView(turnId: string): TurnView {
  return {
    turnId,
    seq: 0,
    status: 'running',
    modelId: null,
    assistantMessageId: null,
    blocks: [],
    references: [],
    reports: [],
    usage: null,
    costUsd: null,
    warnings: [],
    title: null,
    error: null,
    question: null,
  };
}
