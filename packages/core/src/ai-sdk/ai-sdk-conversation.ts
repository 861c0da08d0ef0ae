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
 * Options of a conversation; all are optional.
 *
 * ```ts
 * import type { AiSdkConversationOptions } from '@ibid/core/ai-sdk';
 *
 * const options: AiSdkConversationOptions = { profile: { contextWindow: 32_000 }, descriptors: null };
 * ```
 */
export interface AiSdkConversationOptions {
  /** The page's messages. Their metadata carries the source numbers so far (see `messageMetadata`). */
  messages?: readonly MessageWithMetadata[] | undefined;
  /** The same from a database: the value of `ledger` at the end of the previous turn. */
  ledger?: SourceLedgerSnapshot | undefined;
  /** Properties of the model that its name does not reveal, e.g. its window. */
  profile?: Partial<Omit<ModelProfile, 'modelId'>>;
  settings?: Partial<ContextSettings>;
  /** Where long texts are stored. Default: in memory. Null: nowhere, and long results stay whole. */
  descriptors?: DescriptorStore | null;
  descriptorSettings?: Partial<DescriptorSettings>;
  /**
   * Allows the model to name parts of its answer with `<ref id="name">…</ref>`. They are stored, and the tags are
   * removed.
   */
  references?: boolean;
  conversationId?: string;
  /** Called for each reference once it is stored. */
  onReference?: (reference: DescriptorMetadata) => void;
  /** Called for each citation when it is parsed, and again once it is checked. */
  onCitation?: (citation: Citation) => void;
}

/**
 * A middleware with the types of AI SDK 6, which is not installed beside 7.
 *
 * ```ts
 * import type { AiSdk6Middleware, AiSdkConversation } from '@ibid/core/ai-sdk';
 *
 * const forSix = (conversation: AiSdkConversation): AiSdk6Middleware => conversation.middleware6;
 * ```
 */
export interface AiSdk6Middleware {
  specificationVersion: 'v3';
  // Methods of this type are assignable to functions of any signature.
  transformParams(options: unknown): Promise<never>;
  wrapStream(options: unknown): Promise<never>;
  wrapGenerate(options: unknown): Promise<never>;
}

/**
 * What one conversation adds to `streamText` (middleware, tools, `prepareStep`, a transform), and its results.
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
  /** The same for `wrapLanguageModel` of version 6, whose models and streams have the same shape under another name. */
  middleware6: AiSdk6Middleware;
  /** Wraps the application's tools. `sources` says which results can be cited, and as what. */
  tools<TOOLS extends Record<string, AiSdkToolLike>>(
    tools: TOOLS,
    sources?: SourcesOf<TOOLS>,
  ): TOOLS & Record<'read_fd' | 'search_fd', AiSdkTool>;
  /** Wraps tools of Ibid, e.g. the search of a knowledge base. */
  ibidTools(tools: readonly Tool[]): Record<string, AiSdkTool>;
  /** For `experimental_transform`, if the model cannot be wrapped: citations and references in the answer. */
  transform: <PART extends { type: string }>() => TransformStream<PART, PART>;
  /**
   * For `prepareStep`: the last of `maxSteps` can call no tool. `fit` also adds the citation rules and the fitting, if
   * the model cannot be wrapped.
   */
  prepareStep: (options: {
    maxSteps?: number;
    fit?: boolean;
  }) => <MESSAGE extends AiSdkMessage>(
    step: AiSdkStep<MESSAGE>,
  ) => Promise<PreparedStep<MESSAGE> | undefined>;
  /** For `toUIMessageStreamResponse`: sends the ledger with the answer, so the next request brings it back. */
  messageMetadata: (options: {
    part: { type: string };
  }) => { ibid: { ledger: SourceLedgerSnapshot } } | undefined;
  /** Store it with the conversation, unless it travels with the messages. */
  readonly ledger: SourceLedgerSnapshot;
  /** References that the model wrote, newest last. */
  readonly references: readonly DescriptorMetadata[];
  /** Problems that did not break the answer. */
  readonly warnings: readonly string[];
  /** All citations since this object was created; checked ones replace unchecked ones. */
  readonly citations: readonly Citation[];
  /** What the last step's context left out. */
  readonly removals: readonly ContextRemoval[];
}
