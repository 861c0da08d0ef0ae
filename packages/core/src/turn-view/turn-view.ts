import type { AnswerClaim } from '../citations/answer-claims.js';
import type { Citation } from '../citations/citation.js';
import type { ClaimAgainst } from '../citations/claims-against.js';
import type { AnswerRepair } from '../citations/repair/answer-repair.js';
import type { ContextReport } from '../context/context-report.js';
import type { TurnStatus } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import type { ShownSource } from '../turn/packet.js';
import type { TokenUsage, UserQuestion } from '../messages/tool-outcome.js';

/**
 * A progress message of a running tool; `step` groups the output of one inner step.
 *
 * ```ts
 * import type { ProgressView } from '@ibid/core/turn-view';
 *
 * const last = (entries: readonly ProgressView[]) => entries.at(-1)?.message ?? '';
 * ```
 */
export interface ProgressView {
  message: string;
  step: number | null;
  data: JsonValue | null;
}

/**
 * One tool call as a page shows it.
 *
 * ```ts
 * import type { CallView } from '@ibid/core/turn-view';
 *
 * const title = ({ title, toolName, result }: CallView) => `${title ?? toolName}${result ? '' : ' …'}`;
 * ```
 */
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

/**
 * The model's reasoning, as far as its provider reveals it.
 *
 * ```ts
 * import type { ReasoningBlock } from '@ibid/core/turn-view';
 *
 * const block: ReasoningBlock = { kind: 'reasoning', index: 0, text: 'They ask about the budget.', done: true };
 * ```
 */
export interface ReasoningBlock {
  kind: 'reasoning';
  index: number;
  text: string;
  done: boolean;
}

/**
 * A citation as a page shows it now, which may be long after it was checked.
 *
 * ```ts
 * import type { CitationView } from '@ibid/core/turn-view';
 *
 * const isGreen = ({ verdict, isDeleted }: CitationView) => verdict === 'supported' && !isDeleted;
 * ```
 */
export interface CitationView extends Citation {
  /** Its document was deleted, so it can no longer be checked: passage, score and verdict are null. */
  isDeleted?: true;
}

/**
 * Text of the model: narration if tool calls followed it, otherwise the answer.
 *
 * ```ts
 * import type { TextBlock } from '@ibid/core/turn-view';
 *
 * const isAnswer = (block: TextBlock) => !block.narration;
 * ```
 */
export interface TextBlock {
  kind: 'text';
  index: number;
  text: string;
  done: boolean;
  narration: boolean;
  citations: CitationView[];
  /** Set once the answer is complete; turns of older versions have none. */
  claims?: AnswerClaim[];
  /** Whether the turn searched, or already had documents; sent with the claims. */
  isGrounded?: boolean;
  /** The answer before its repair, and the changes. */
  repair?: AnswerRepair;
  /** Claims that some evidence contradicts; absent if that was not looked for. */
  against?: ClaimAgainst[];
}

/**
 * The calls of one batch, side by side.
 *
 * ```ts
 * import type { ToolsBlock } from '@ibid/core/turn-view';
 *
 * const running = ({ calls }: ToolsBlock) => calls.filter((call) => call.result === null).length;
 * ```
 */
export interface ToolsBlock {
  kind: 'tools';
  index: number;
  calls: CallView[];
}

/**
 * One block of a turn on the page.
 *
 * ```ts
 * import type { BlockView } from '@ibid/core/turn-view';
 *
 * const texts = (blocks: readonly BlockView[]) => blocks.filter((block) => block.kind === 'text');
 * ```
 */
export type BlockView = ReasoningBlock | TextBlock | ToolsBlock;

/**
 * A reference that the turn created or changed.
 *
 * ```ts
 * import type { ReferenceView } from '@ibid/core/turn-view';
 *
 * const chip = ({ name, version, lines }: ReferenceView) => `${name} v${version}, ${lines} lines`;
 * ```
 */
export interface ReferenceView {
  descriptor: string;
  name: string;
  version: number;
  category: 'code' | 'data' | 'text';
  lines: number;
  characters: number;
}

/**
 * Everything a page shows of one turn. Built from its packets while it runs, stored with its message afterwards.
 *
 * ```ts
 * import type { TurnView } from '@ibid/core/turn-view';
 *
 * const answer = ({ blocks }: TurnView) =>
 *   blocks.map((block) => (block.kind === 'text' && !block.narration ? block.text : '')).join('');
 * ```
 */
export interface TurnView {
  turnId: string;
  /** The resume cursor: the last packet in this view; 0 before the first. */
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
 * An empty turn, to apply packets to.
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
