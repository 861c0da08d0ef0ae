import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { AssembledContext, StepContext } from '../context/context-input.js';
import type { EmbedTexts } from '../citations/verify/refine-with-embeddings.js';
import type { SecondReader } from '../citations/verify/refine-with-reader.js';
import type { DescriptorSettings } from '../descriptors/descriptor-settings.js';
import type { DescriptorStore } from '../descriptors/descriptor-store.js';
import type { Workspace } from '../descriptors/workspace.js';
import type { TurnStep, UserMessage } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { PacketListener } from './emitter.js';
import type { WindowWatch } from './fit-again.js';
import type { RetryPolicy } from './retry-policy.js';
import type { AnswerReview } from './review-answer.js';
import type { AskSecondOpinion } from './second-opinion.js';
import type { ReadSource } from './source-reader.js';
import type { Tool } from '../messages/tool.js';
import type { TokenUsage } from '../messages/tool-outcome.js';
import type { TurnWarning } from './turn-result.js';
import type { TurnClock } from './turn-clock.js';

/** The parts of a context that are the same in every step of a turn. */
export type TurnContextInput = Omit<
  StepContext,
  'current' | 'tools' | 'isLastStep' | 'ledger' | 'budgetScale'
>;

/** How long a provider may be silent. */
export interface ProviderTimeLimits {
  /** Of silence before the first part of the answer; signs of life count, because models may think for long. */
  firstTokenMilliseconds: number;
  /** Of silence after it. Both are noticed after at most twice the time. */
  silenceMilliseconds: number;
}

/**
 * Everything that a turn needs; nothing is read from anywhere else.
 *
 * ```ts
 * import type { RunTurnOptions } from '@ibid/core';
 *
 * const hurried = (options: RunTurnOptions): RunTurnOptions => ({ ...options, maxSteps: 2 });
 * ```
 */
export interface RunTurnOptions {
  conversationId: string;
  turnId: string;
  assistantMessageId: string;
  user: UserMessage;
  model: LanguageModelV4;
  /** Passed to every call of the model, e.g. temperature, reasoning effort, provider options. */
  modelSettings?: Pick<
    LanguageModelV4CallOptions,
    | 'temperature'
    | 'topP'
    | 'seed'
    | 'stopSequences'
    | 'presencePenalty'
    | 'frequencyPenalty'
    | 'responseFormat'
    | 'reasoning'
    | 'providerOptions'
    | 'headers'
    | 'maxOutputTokens'
  >;
  context: TurnContextInput;
  /** Steps of this turn that were made elsewhere, e.g. calls of tools that a remote caller ran itself. */
  initialSteps?: readonly TurnStep[];
  /** Of the conversation before this turn. */
  ledger: SourceLedgerSnapshot;
  tools: readonly Tool[];
  /** Offered alone in the first step, which must call it. */
  forcedTool?: string;
  /**
   * Made before the first step, as if the model had asked for them: a search, for models that answer without one. One that
   * names no tool of the turn is left out.
   */
  firstCalls?: readonly { toolName: string; input: JsonValue }[];
  /** Default 8; the last one can call no tool. */
  maxSteps?: number;
  /** Null: results and references get no descriptors. With one, and the feature on, the fd tools are offered. */
  descriptors: DescriptorStore | null;
  /** Where `fd_to_file` writes. */
  workspace?: Workspace | null;
  /** Of the tools and of the context, where the context has none of its own. */
  descriptorSettings?: Partial<DescriptorSettings>;
  /** What the person should know before the first step, e.g. that something could not be kept. */
  warnings?: readonly TurnWarning[];
  /**
   * Reads what a cited source says on a claim beyond what the model was shown of it. Asked only where that does
   * not support the claim. Without it, what tools found and the texts of files are all that is looked into.
   */
  readSource?: ReadSource;
  /**
   * With it, claims that the words of their source do not support are also compared by meaning, and are at best
   * `weak` then. Off by default; see the decision page on verifying citations.
   */
  embedClaims?: EmbedTexts;
  /**
   * A learned reader, asked once the answer is out about what the rules leave open. Contradictions by figures,
   * units, names and roles stay as they are.
   */
  secondReader?: SecondReader;
  /** Asked, once the answer is out, about claims that the local check calls weak or unsupported. */
  secondOpinion?: AskSecondOpinion;
  /** What is done about the claims of the answer once it is out. */
  review?: AnswerReview;
  clock: TurnClock;
  /** Ids for calls that a provider left without a usable one. */
  newId: () => string;
  retry?: RetryPolicy;
  timeLimits?: ProviderTimeLimits;
  /** Cost of one inference, where the price is known. */
  costOf?: (usage: TokenUsage) => number | undefined;
  /** With it, the tokens that the provider counts are compared with those that were sent. */
  windowWatch?: WindowWatch;
  /** Called with every packet, at once; the same as subscribing before the first one. */
  onPacket?: PacketListener;
  /** Faults that are not the provider's or a tool's, and listeners that threw: for the log, not for the person. */
  onInternalError?: (error: unknown) => void;
  /** Default: the engine's own assembly. */
  assembleContext?: (input: StepContext) => AssembledContext;
}
