import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
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
import type { LanguageModel } from './usable-model.js';

/** The parts of a context that stay the same in every step of a turn. */
export type TurnContextInput = Omit<
  StepContext,
  'current' | 'tools' | 'isLastStep' | 'ledger' | 'budgetScale'
>;

/** How long a provider may be silent. */
export interface ProviderTimeLimits {
  /** Before the first part of the answer. Keep-alives reset it, because models may think for a long time. */
  firstTokenMilliseconds: number;
  /** After the first part. Both are detected after at most twice the time. */
  silenceMilliseconds: number;
}

/**
 * All input of a turn; it reads nothing else.
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
  /** Of the AI SDK 6 or 7. */
  model: LanguageModel;
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
  /** Steps of this turn that were made elsewhere, e.g. tool calls that a remote caller ran. */
  initialSteps?: readonly TurnStep[];
  /** The ledger of the conversation before this turn. */
  ledger: SourceLedgerSnapshot;
  tools: readonly Tool[];
  /** The only tool offered in the first step, which must call it. */
  forcedTool?: string;
  /**
   * Calls made before the first step, as if the model had requested them: a search, for models that answer without one.
   * A call whose tool the turn does not offer is skipped.
   */
  firstCalls?: readonly { toolName: string; input: JsonValue }[];
  /** Default 8. The last step can call no tool. */
  maxSteps?: number;
  /** Null: results and references get no descriptors. If given and the feature is on, the fd tools are offered. */
  descriptors: DescriptorStore | null;
  /** Where `fd_to_file` writes. */
  workspace?: Workspace | null;
  /** For the tools, and for the context unless it has settings of its own. */
  descriptorSettings?: Partial<DescriptorSettings>;
  /** Warnings to show before the first step, e.g. that something could not be stored. */
  warnings?: readonly TurnWarning[];
  /**
   * Reads what a cited source says about a claim beyond the passages the model was shown. Called only if those do not
   * support the claim. Without it, only tool results and the texts of files are searched.
   */
  readSource?: ReadSource;
  /**
   * If given, claims that the words of their source do not support are also compared by meaning. They then get `weak`
   * at best. Off by default; see the decision page on verifying citations.
   */
  embedClaims?: EmbedTexts;
  /**
   * A learned reader, called after the answer about claims that the rules leave undecided. Contradictions in figures,
   * units, names and roles stay as they are.
   */
  secondReader?: SecondReader;
  /** Called after the answer about claims that the local check rates weak or unsupported. */
  secondOpinion?: AskSecondOpinion;
  /** How the claims of the answer are reviewed once it is complete. */
  review?: AnswerReview;
  clock: TurnClock;
  /** Ids for calls that arrive without a usable one. */
  newId: () => string;
  retry?: RetryPolicy;
  timeLimits?: ProviderTimeLimits;
  /** Cost of one inference, if the price is known. */
  costOf?: (usage: TokenUsage) => number | undefined;
  /** If given, the provider's token count is compared with the tokens sent. */
  windowWatch?: WindowWatch;
  /** Called synchronously with every packet, like a subscriber from the start. */
  onPacket?: PacketListener;
  /** Internal faults and listeners that threw: for the log, not for the user. */
  onInternalError?: (error: unknown) => void;
  /** Default: the engine's own assembly. */
  assembleContext?: (input: StepContext) => AssembledContext;
}
