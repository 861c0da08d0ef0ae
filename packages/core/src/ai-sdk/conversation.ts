import { systemClock } from '../turn/system-clock.js';
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Middleware,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { Citation } from '../citations/citation.js';
import { computeBudget } from '../context/compute-budget.js';
import type { OfferedTool } from '../context/context-input.js';
import type { ContextRemoval } from '../context/context-report.js';
import { defaultContextSettings } from '../context/context-settings.js';
import type { DescriptorMetadata, DescriptorStore } from '../descriptors/descriptor-store.js';
import type { DescriptorSettings } from '../descriptors/descriptor-settings.js';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import { descriptorTools } from '../descriptors/tools/descriptor-tools.js';
import type { JsonValue } from '../messages/json-value.js';
import { countTokens } from '../tokens/count-tokens.js';
import { modelProfileOf } from '../tokens/model-profile-of.js';
import type { Tool } from '../messages/tool.js';
import { CitedParts } from './cited-parts.js';
import type { NamedText } from './cited-parts.js';
import { ConversationMemory } from '../toolbox/conversation-memory.js';
import type { AiSdk6Middleware, AiSdkConversation, AiSdkConversationOptions } from './ai-sdk-conversation.js';
import { fitPrompt } from './fit-prompt.js';
import { ledgerOfMessages } from './ledger-of-messages.js';
import { definitionsOfTools, fitStep } from './prepare-step.js';
import { withInstructions } from './with-instructions.js';
import type { AiSdkTool } from './wrap-tools.js';
import { ibidTools, wrapTools } from './wrap-tools.js';

/**
 * Adds Ibid to an application built on the AI SDK: numbered sources, checked citations, fitting, descriptors.
 *
 * ```ts
 * import { createAiSdkConversation } from '@ibid/core/ai-sdk';
 * import { scriptedModel } from '@ibid/core/testing';
 * import { streamText, wrapLanguageModel } from 'ai';
 *
 * const conversation = createAiSdkConversation();
 * const model = scriptedModel([[{ text: 'Hello.' }]]); // yours comes from a provider
 * const result = streamText({
 *   model: wrapLanguageModel({ model, middleware: conversation.middleware }),
 *   tools: conversation.tools({}), // yours, and what of their results can be cited
 *   prompt: 'Say hello.',
 * });
 * console.log(await result.text, conversation.citations);
 * ```
 */
export function createAiSdkConversation(options: AiSdkConversationOptions = {}): AiSdkConversation {
  const descriptors =
    options.descriptors === undefined
      ? new MemoryDescriptorStore({ now: () => new Date(systemClock.now()).toISOString() })
      : options.descriptors;
  const memory = new ConversationMemory({
    ledger: options.ledger ?? ledgerOfMessages(options.messages ?? []),
    descriptors,
    ...(options.descriptorSettings ? { settings: options.descriptorSettings } : {}),
    ...(options.profile?.contextWindow ? { window: options.profile.contextWindow } : {}),
  });
  const settings = { ...defaultContextSettings, ...options.settings };
  const conversationId = options.conversationId ?? 'conversation';
  const citations = new Map<string, Citation>();
  let removals: readonly ContextRemoval[] = [];
  const references: DescriptorMetadata[] = [];
  const warnings: string[] = [];
  const withReferences = options.references === true && descriptors !== null;
  // Calls whose results went through our tools. Results in the history should too; a warning names the tools whose
  // results did not.
  const readCalls = new Set<string>();
  let offered: OfferedTool[] = [];
  let storing = Promise.resolve();
  let steps = 0;
  let isRead = false;

  // Stores a named text. `storing` resolves when all of them are stored, so a call of the same step can use them.
  const keep = ({ name, content, category }: NamedText): void => {
    storing = storing.then(async () => {
      const origin = { kind: 'reference', turnId: conversationId } as const;
      try {
        const made = await descriptors?.create({ content, reference: name, category, origin });
        if (!made) return;
        references.push(made);
        options.onReference?.(made);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        warnings.push(`The reference "${name}" could not be stored: ${reason}`);
      }
    });
  };
  const settled = (): Promise<void> => storing;

  const budgetFor = (model: { modelId: string }, tools: readonly OfferedTool[], maxOutputTokens?: number) => {
    const profile = modelProfileOf(model.modelId, options.profile);
    return {
      budget: computeBudget({
        model: profile,
        settings,
        tools,
        budgetScale: 1,
        reservedOutput: maxOutputTokens,
      }),
      count: (text: string) => countTokens(text, profile.tokenizer),
    };
  };

  const citedParts = (): CitedParts => {
    const step = ++steps;
    const onCitation = (citation: Citation): void => {
      citations.set(`${step} ${citation.citationId}`, citation);
      options.onCitation?.(citation);
    };
    return new CitedParts({ memory, onCitation, onReference: withReferences ? keep : null });
  };

  const warnOfUnread = (prompt: LanguageModelV4Prompt): void => {
    const unread = unreadTools(prompt, memory.searchTools, readCalls);
    for (const name of unread) {
      const warning = `Past results of ${name} were not read as sources: pass the same tools to convertToModelMessages(messages, { tools }).`;
      if (!warnings.includes(warning)) warnings.push(warning);
    }
  };

  const middleware: LanguageModelV4Middleware = {
    specificationVersion: 'v4',
    async transformParams({ params, model }) {
      warnOfUnread(params.prompt);
      const fitted = await fitPrompt({
        ...withInstructions(params, memory, withReferences),
        ...budgetFor(model, definitionsOf(params), params.maxOutputTokens),
        handleOf: (content, origin) => memory.handleOf(content, origin),
        passagesOf: (callId, text) => memory.passagesOf(callId, text),
      });
      removals = fitted.removals;
      return { ...params, prompt: fitted.prompt };
    },
    async wrapStream({ doStream }) {
      isRead = true;
      const result = await doStream();
      return {
        ...result,
        stream: result.stream.pipeThrough(reading<LanguageModelV4StreamPart>(citedParts(), settled)),
      };
    },
    async wrapGenerate({ doGenerate }) {
      isRead = true;
      const result = await doGenerate();
      const content = result.content.flatMap((part): LanguageModelV4Content[] => {
        if (part.type !== 'text') return [part];
        const { text, sources, end } = citedParts().readWhole(part.text);
        return [{ ...part, text, ...end }, ...sources];
      });
      await settled();
      return { ...result, content };
    },
  };

  return {
    middleware,
    middleware6: { ...middleware, specificationVersion: 'v3' } as AiSdk6Middleware,
    tools(tools, sources = {}) {
      const own = descriptors ? readTools(descriptors, withReferences, options.descriptorSettings) : [];
      const all = {
        ...wrapTools(
          memory,
          tools,
          sources,
          (message) => warnings.push(message),
          (callId) => readCalls.add(callId),
        ),
        ...(ibidTools(memory, own, conversationId) as Record<'read_fd' | 'search_fd', AiSdkTool>),
      };
      offered = definitionsOfTools(all);
      return all;
    },
    ibidTools: (tools) => ibidTools(memory, tools, conversationId),
    // A wrapped model has already processed the stream.
    transform: <PART extends { type: string }>() =>
      isRead ? new TransformStream<PART, PART>() : reading<PART>(citedParts(), settled),
    prepareStep:
      ({ maxSteps = Infinity, fit = false }) =>
      async (step) => {
        const last = step.stepNumber >= maxSteps - 1 ? ({ toolChoice: 'none' } as const) : undefined;
        if (!fit) return last;
        const model = typeof step.model === 'string' ? { modelId: step.model } : step.model;
        const fitted = await fitStep({ step, memory, withReferences, ...budgetFor(model, offered) });
        removals = fitted.removals;
        return { ...last, ...fitted.step };
      },
    messageMetadata: ({ part }) => (part.type === 'finish' ? { ibid: { ledger: memory.ledger } } : undefined),
    get references() {
      return references;
    },
    get warnings() {
      return warnings;
    },
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

function reading<PART extends { type: string }>(
  parts: CitedParts,
  settled: () => Promise<void>,
): TransformStream<PART, PART> {
  return new TransformStream<PART, PART>({
    async transform(part, controller) {
      const read = parts.read(part);
      if (part.type !== 'text-delta') await settled();
      for (const one of read) controller.enqueue(one);
    },
  });
}

function readTools(
  store: DescriptorStore,
  withReferences: boolean,
  settings: Partial<DescriptorSettings> | undefined,
): Tool[] {
  const made = descriptorTools({ store, workspace: null, ...(settings ? { settings } : {}) });
  return withReferences ? made : made.filter(({ name }) => name === 'read_fd' || name === 'search_fd');
}

function definitionsOf({ tools }: LanguageModelV4CallOptions): OfferedTool[] {
  return (tools ?? []).map((tool) => ({
    name: tool.name,
    description: tool.type === 'function' ? (tool.description ?? '') : '',
    inputSchema: (tool.type === 'function' ? tool.inputSchema : tool.args) as JsonValue,
    isSearch: false,
  }));
}

/** Tools with citable results whose results in this prompt did not come through `tools`. */
function unreadTools(
  prompt: LanguageModelV4Prompt,
  searchTools: ReadonlySet<string>,
  readCalls: ReadonlySet<string>,
): Set<string> {
  const names = new Set<string>();
  for (const message of prompt) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type === 'tool-result' && part.output.type === 'json')
        if (searchTools.has(part.toolName) && !readCalls.has(part.toolCallId)) names.add(part.toolName);
    }
  }
  return names;
}
