import type { LanguageModelV4Middleware } from '@ai-sdk/provider';
import type { Citation } from '../citations/citation.js';
import type { ContextSettings } from '../context/context-input.js';
import type { ModelProfile } from '../tokens/model-profile.js';
import type { ContextRemoval } from '../context/context-report.js';
import type { DescriptorSettings } from '../descriptors/descriptor-settings.js';
import type { DescriptorMetadata, DescriptorStore } from '../descriptors/descriptor-store.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { Tool } from '../messages/tool.js';
import type { AiSdkMessage } from './fit-messages.js';
import type { MessageWithMetadata } from './ledger-of-messages.js';
import type { AiSdkStep, PreparedStep } from './prepare-step.js';
import type { AiSdkTool, AiSdkToolLike, SourcesOf } from './wrap-tools.js';

/**
 * What a conversation starts from; nothing of it has to be given.
 *
 * ```ts
 * import type { AiSdkConversationOptions } from '@ibid/core/ai-sdk';
 *
 * const options: AiSdkConversationOptions = { profile: { contextWindow: 32_000 }, descriptors: null };
 * ```
 */
export interface AiSdkConversationOptions {
  /** The page's messages, whose metadata carries the numbers that sources have so far (see `messageMetadata`). */
  messages?: readonly MessageWithMetadata[] | undefined;
  /** The same from a database: what `ledger` was at the end of the turn before. */
  ledger?: SourceLedgerSnapshot | undefined;
  /** What is known of the model where its name does not say it, e.g. its window. */
  profile?: Partial<Omit<ModelProfile, 'modelId'>>;
  settings?: Partial<ContextSettings>;
  /** Where long texts are kept. Default: in memory; null: nowhere, and long results stay whole. */
  descriptors?: DescriptorStore | null;
  descriptorSettings?: Partial<DescriptorSettings>;
  /** The model may name parts of its answer by `<ref id="name">…</ref>`; they are stored, and the tags taken out. */
  references?: boolean;
  conversationId?: string;
  /** Each reference once it is stored. */
  onReference?: (reference: DescriptorMetadata) => void;
  /** Each citation as it is read, and again once it is checked. */
  onCitation?: (citation: Citation) => void;
}

/**
 * A middleware by the types of the AI SDK's version 6, which is not installed beside 7.
 *
 * ```ts
 * import type { AiSdk6Middleware, AiSdkConversation } from '@ibid/core/ai-sdk';
 *
 * const forSix = (conversation: AiSdkConversation): AiSdk6Middleware => conversation.middleware6;
 * ```
 */
export interface AiSdk6Middleware {
  specificationVersion: 'v3';
  // What takes anything and gives nothing in particular can stand for a function of any form.
  transformParams(options: unknown): Promise<never>;
  wrapStream(options: unknown): Promise<never>;
  wrapGenerate(options: unknown): Promise<never>;
}

/**
 * What one conversation adds to `streamText`: middleware, tools, `prepareStep`, a transform, and what came of it.
 *
 * ```ts
 * import type { AiSdkConversation } from '@ibid/core/ai-sdk';
 *
 * const parts = ({ middleware, transform }: AiSdkConversation) => ({ middleware, transform });
 * ```
 */
export interface AiSdkConversation {
  /** For `wrapLanguageModel`: citation rules, fitting, and citations in the answer. */
  middleware: LanguageModelV4Middleware;
  /** The same for `wrapLanguageModel` of version 6, whose models and streams have the same form under another name. */
  middleware6: AiSdk6Middleware;
  /** The application's tools. `sources` says which results can be cited, and as what. */
  tools<TOOLS extends Record<string, AiSdkToolLike>>(
    tools: TOOLS,
    sources?: SourcesOf<TOOLS>,
  ): TOOLS & Record<'read_fd' | 'search_fd', AiSdkTool>;
  /** Tools of Ibid, e.g. the search of a knowledge base. */
  ibidTools(tools: readonly Tool[]): Record<string, AiSdkTool>;
  /** For `experimental_transform`, where the model cannot be wrapped: citations and references in the answer. */
  transform: <PART extends { type: string }>() => TransformStream<PART, PART>;
  /**
   * For `prepareStep`: the last of `maxSteps` can call no tool. With `fit`, where the model cannot be wrapped, also the
   * citation rules and the fitting.
   */
  prepareStep: (options: {
    maxSteps?: number;
    fit?: boolean;
  }) => <MESSAGE extends AiSdkMessage>(
    step: AiSdkStep<MESSAGE>,
  ) => Promise<PreparedStep<MESSAGE> | undefined>;
  /** For `toUIMessageStreamResponse`: sends the ledger with the answer, from where the next request has it. */
  messageMetadata: (options: {
    part: { type: string };
  }) => { ibid: { ledger: SourceLedgerSnapshot } } | undefined;
  /** Store it with the conversation, unless it travels with the messages. */
  readonly ledger: SourceLedgerSnapshot;
  /** What the model named, newest last. */
  readonly references: readonly DescriptorMetadata[];
  /** What went wrong without breaking the answer. */
  readonly warnings: readonly string[];
  /** Of this object's life, checked ones in the place of unchecked ones. */
  readonly citations: readonly Citation[];
  /** What the last step's context had to leave out. */
  readonly removals: readonly ContextRemoval[];
}
