import type { z } from 'zod';
import { AnswerCitations } from '../citations/answer-citations.js';
import { readCitations } from '../citations/check-citations.js';
import type { Citation } from '../citations/citation.js';
import { citationRules } from '../context/system-prompt.js';
import type { DescriptorSettings } from '../descriptors/descriptor-settings.js';
import type { DescriptorStore } from '../descriptors/descriptor-store.js';
import { MemoryDescriptorStore } from '../descriptors/memory-descriptor-store.js';
import { descriptorTools } from '../descriptors/tools/descriptor-tools.js';
import type { CitedSource } from '../sources/list-sources.js';
import { listSources } from '../sources/list-sources.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { systemClock } from '../turn/system-clock.js';
import type { Tool } from '../messages/tool.js';
import { ConversationMemory } from './conversation-memory.js';
import { AVAILABLE_TOKENS, runBoxed } from './run-boxed.js';

/**
 * Options of a toolbox.
 *
 * ```ts
 * import type { ToolboxOptions } from '@ibid/core/toolbox';
 *
 * const options: ToolboxOptions = { tools: [], conversationId: 'c1' };
 * ```
 */
export interface ToolboxOptions {
  tools: readonly Tool[];
  /** The value of `ledger` after the previous turn, so sources keep their numbers. */
  ledger?: SourceLedgerSnapshot;
  /** Where long results are stored. Default: in memory. Null: nowhere, and they stay whole. */
  descriptors?: DescriptorStore | null;
  descriptorSettings?: Partial<DescriptorSettings>;
  conversationId?: string;
}

/**
 * A tool in a form that every framework accepts.
 *
 * ```ts
 * import type { BoxedTool } from '@ibid/core/toolbox';
 *
 * const answer = (tools: readonly BoxedTool[], name: string, input: unknown) =>
 *   tools.find((tool) => tool.name === name)?.run(input);
 * ```
 */
export interface BoxedTool {
  name: string;
  description: string;
  inputSchema: z.ZodType;
  /** Never throws: a failure is reported to the model as the result. Returns what the model should read. */
  run: (input: unknown, options?: { callId?: string; signal?: AbortSignal }) => Promise<string>;
}

/**
 * The checked citations of an answer, and the sources they cite.
 *
 * ```ts
 * import type { CheckedAnswer } from '@ibid/core/toolbox';
 *
 * const isSound = ({ citations }: CheckedAnswer) => citations.every(({ verdict }) => verdict === 'supported');
 * ```
 */
export interface CheckedAnswer {
  citations: Citation[];
  /** In order of first mention. */
  cited: CitedSource[];
}

/**
 * Tools for any framework, with numbered sources and citation checking.
 *
 * ```ts
 * import type { Toolbox } from '@ibid/core/toolbox';
 *
 * const names = ({ tools }: Toolbox) => tools.map((tool) => tool.name);
 * ```
 */
export interface Toolbox {
  /** The given tools, plus `read_fd` and `search_fd` if there is a store for long results. */
  readonly tools: readonly BoxedTool[];
  /** For the system prompt: how to cite, and how to use these tools. */
  readonly instructions: string;
  /** Parses and checks a streamed answer. */
  readAnswer(): AnswerCitations;
  /** The citations of a whole answer, each checked against what the tools found. */
  checkAnswer(text: string): CheckedAnswer;
  /** Store it with the conversation. */
  readonly ledger: SourceLedgerSnapshot;
}

/**
 * Ibid's tools, numbers and citations in any framework: LangChain, Mastra, or your own loop. Results with sources
 * become numbered documents, long ones a preview with a handle, and answers are checked against what was found.
 *
 * ```ts
 * import { createToolbox } from '@ibid/core/toolbox';
 * import { defineTool } from '@ibid/core';
 * import { z } from 'zod';
 *
 * const lookUp = defineTool({
 *   name: 'look_up',
 *   description: 'Looks a word up.',
 *   inputSchema: z.object({ word: z.string() }),
 *   isSearch: true,
 *   execute: async ({ word }) => ({
 *     text: '',
 *     chunks: [{ itemId: word, chunkId: '0', title: word, text: `A ${word} holds a ship.`, score: 1 }],
 *   }),
 * });
 * const toolbox = createToolbox({ tools: [lookUp] });
 * await toolbox.tools[0]?.run({ word: 'mooring' }); // what the model reads: document 1
 * const { citations } = toolbox.checkAnswer('A mooring holds a ship [1].');
 * console.log(citations[0]?.verdict); // 'supported'
 * ```
 */
export function createToolbox(options: ToolboxOptions): Toolbox {
  const { descriptorSettings, conversationId = 'conversation' } = options;
  const descriptors =
    options.descriptors === undefined
      ? new MemoryDescriptorStore({ now: () => new Date(systemClock.now()).toISOString() })
      : options.descriptors;
  const settings = descriptorSettings ? { settings: descriptorSettings } : {};
  const memory = new ConversationMemory({
    ledger: options.ledger ?? { sources: [] },
    descriptors,
    passageTokens: AVAILABLE_TOKENS,
    ...settings,
  });
  const own = descriptors
    ? descriptorTools({ store: descriptors, workspace: null, ...settings }).filter(
        ({ name }) => name === 'read_fd' || name === 'search_fd',
      )
    : [];
  const all = [...options.tools, ...own];
  const advice = all.flatMap(({ name, guidance }) => (guidance ? [`## ${name}\n${guidance.trim()}`] : []));
  let answers = 0;

  const readAnswer = (): AnswerCitations =>
    new AnswerCitations({
      sourceByNumber: memory.sourceByNumber,
      shownChunks: memory.shownChunks,
      idPrefix: `t${++answers}c`,
    });

  return {
    tools: all.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      run: (input, call = {}) => runBoxed({ tool, input, memory, conversationId, ...call }),
    })),
    instructions: [...(all.some(({ isSearch }) => isSearch) ? [citationRules()] : []), ...advice].join(
      '\n\n',
    ),
    readAnswer,
    checkAnswer(text) {
      const citations = readCitations(readAnswer(), text);
      const sourceByItem = (id: string) => memory.ledger.sources.find(({ itemId }) => itemId === id);
      return { citations, cited: listSources({ citations, chunks: [], sourceByItem }).cited };
    },
    get ledger() {
      return memory.ledger;
    },
  };
}
