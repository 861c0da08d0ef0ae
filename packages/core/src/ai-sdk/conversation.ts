import { systemClock } from '../turn/system-clock.js';
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { Citation } from '../citations/citation.js';
import { computeBudget } from '../context/compute-budget.js';
import type { ContextSettings, ModelProfile, OfferedTool } from '../context/context-input.js';
import type { ContextRemoval } from '../context/context-report.js';
import { defaultContextSettings } from '../context/context-settings.js';
import type { DescriptorSettings } from '../descriptors/descriptor-settings.js';
import type { DescriptorStore } from '../descriptors/descriptor-store.js';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import { descriptorTools } from '../descriptors/tools/descriptor-tools.js';
import type { JsonValue } from '../messages/json-value.js';
import type { SourceLedgerSnapshot } from '../references/source.js';
import { countTokens } from '../tokens/count-tokens.js';
import { modelProfileOf } from '../tokens/model-profile-of.js';
import type { Tool } from '../turn/tool.js';
import { CitedParts } from './cited-parts.js';
import { ConversationMemory } from '../toolbox/conversation-memory.js';
import { fitPrompt } from './fit-prompt.js';
import { withInstructions } from './with-instructions.js';
import { type AiSdkTool, type AiSdkToolLike, ibidTools, type SourcesOf, wrapTools } from './wrap-tools.js';

export interface AiSdkConversationOptions {
  /** What `ledger` was at the end of the turn before: sources keep their numbers. */
  ledger?: SourceLedgerSnapshot;
  /** What is known of the model where its name does not say it, e.g. its window. */
  profile?: Partial<Omit<ModelProfile, 'modelId'>>;
  settings?: Partial<ContextSettings>;
  /** Where long texts are kept. Default: in memory; null: nowhere, and long results stay whole. */
  descriptors?: DescriptorStore | null;
  descriptorSettings?: Partial<DescriptorSettings>;
  conversationId?: string;
  /** Each citation as it is read, and again once it is checked. */
  onCitation?: (citation: Citation) => void;
}

export interface AiSdkConversation {
  /** For `wrapLanguageModel`: citation rules, fitting, and citations in the answer. */
  middleware: LanguageModelV4Middleware;
  /** The application's tools. `sources` says which results can be cited, and as what. */
  tools<TOOLS extends Record<string, AiSdkToolLike>>(
    tools: TOOLS,
    sources?: SourcesOf<TOOLS>,
  ): TOOLS & Record<'read_fd' | 'search_fd', AiSdkTool>;
  /** Tools of Ibid, e.g. the search of a knowledge base. */
  ibidTools(tools: readonly Tool[]): Record<string, AiSdkTool>;
  /** For `experimental_transform`, where the model cannot be wrapped: citations in the answer, nothing else. */
  transform: <PART extends { type: string }>() => TransformStream<PART, PART>;
  /** For `prepareStep`: the last step can call no tool and is told so. */
  prepareStep: (options: {
    maxSteps: number;
  }) => (step: { stepNumber: number }) => { toolChoice: 'none' } | undefined;
  /** Store it with the conversation. */
  readonly ledger: SourceLedgerSnapshot;
  /** Of this object's life, checked ones in the place of unchecked ones. */
  readonly citations: readonly Citation[];
  /** What the last step's context had to leave out. */
  readonly removals: readonly ContextRemoval[];
}

/**
 * What Ibid does, in an application built on the AI SDK: numbered sources, checked citations, fitting, descriptors.
 *
 *     const conversation = createAiSdkConversation({ ledger });
 *     const result = streamText({
 *       model: wrapLanguageModel({ model, middleware: conversation.middleware }),
 *       tools: conversation.tools({ search }, { search: (hits) => hits.map(toChunk) }),
 *       messages,
 *     });
 */
export function createAiSdkConversation(options: AiSdkConversationOptions = {}): AiSdkConversation {
  const descriptors =
    options.descriptors === undefined
      ? new MemoryDescriptorStore({ now: () => new Date(systemClock.now()).toISOString() })
      : options.descriptors;
  const memory = new ConversationMemory({
    ledger: options.ledger ?? { sources: [] },
    descriptors,
    ...(options.descriptorSettings ? { settings: options.descriptorSettings } : {}),
  });
  const settings = { ...defaultContextSettings, ...options.settings };
  const conversationId = options.conversationId ?? 'conversation';
  const citations = new Map<string, Citation>();
  let removals: readonly ContextRemoval[] = [];
  let steps = 0;
  let isRead = false;

  const citedParts = (): CitedParts => {
    const step = ++steps;
    const onCitation = (citation: Citation): void => {
      citations.set(`${step} ${citation.citationId}`, citation);
      options.onCitation?.(citation);
    };
    return new CitedParts({ memory, onCitation });
  };

  const middleware: LanguageModelV4Middleware = {
    specificationVersion: 'v4',
    async transformParams({ params, model }) {
      const profile = modelProfileOf(model.modelId, options.profile);
      const reserved = Math.min(
        settings.reservedOutputTokens,
        Math.max(1, Math.floor(profile.contextWindow / 4)),
      );
      const fitted = await fitPrompt({
        ...withInstructions(params, memory),
        budget: computeBudget({
          model: profile,
          settings: { ...settings, reservedOutputTokens: params.maxOutputTokens ?? reserved },
          tools: definitionsOf(params),
          budgetScale: 1,
        }),
        count: (text) => countTokens(text, profile.tokenizer),
        handleOf: (content, origin) => memory.handleOf(content, origin),
      });
      removals = fitted.removals;
      return { ...params, prompt: fitted.prompt };
    },
    async wrapStream({ doStream }) {
      isRead = true;
      const result = await doStream();
      return {
        ...result,
        stream: result.stream.pipeThrough(reading<LanguageModelV4StreamPart>(citedParts())),
      };
    },
    async wrapGenerate({ doGenerate }) {
      isRead = true;
      const result = await doGenerate();
      const content = result.content.flatMap((part): LanguageModelV4Content[] => {
        if (part.type !== 'text') return [part];
        const { sources, end } = citedParts().citationsOf(part.text);
        return [{ ...part, ...end }, ...sources];
      });
      return { ...result, content };
    },
  };

  return {
    middleware,
    tools(tools, sources = {}) {
      const own = descriptors ? readTools(descriptors, options.descriptorSettings) : [];
      return {
        ...wrapTools(memory, tools, sources),
        ...(ibidTools(memory, own, conversationId) as Record<'read_fd' | 'search_fd', AiSdkTool>),
      };
    },
    ibidTools: (tools) => ibidTools(memory, tools, conversationId),
    // A wrapped model has done it already.
    transform: <PART extends { type: string }>() =>
      isRead ? new TransformStream<PART, PART>() : reading<PART>(citedParts()),
    prepareStep:
      ({ maxSteps }) =>
      ({ stepNumber }) =>
        stepNumber >= maxSteps - 1 ? { toolChoice: 'none' } : undefined,
    get ledger() {
      return memory.ledger;
    },
    get citations() {
      return [...citations.values()];
    },
    get removals() {
      return removals;
    },
  };
}

function reading<PART extends { type: string }>(parts: CitedParts): TransformStream<PART, PART> {
  return new TransformStream<PART, PART>({
    transform(part, controller) {
      for (const read of parts.read(part)) controller.enqueue(read);
    },
  });
}

function readTools(store: DescriptorStore, settings: Partial<DescriptorSettings> | undefined): Tool[] {
  const made = descriptorTools({ store, workspace: null, ...(settings ? { settings } : {}) });
  return made.filter(({ name }) => name === 'read_fd' || name === 'search_fd');
}

function definitionsOf({ tools }: LanguageModelV4CallOptions): OfferedTool[] {
  return (tools ?? []).map((tool) => ({
    name: tool.name,
    description: tool.type === 'function' ? (tool.description ?? '') : '',
    inputSchema: (tool.type === 'function' ? tool.inputSchema : tool.args) as JsonValue,
    isSearch: false,
  }));
}
