import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { Tool } from '../messages/tool.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';
import type { ConversationMemory } from '../toolbox/conversation-memory.js';
import { asChunk, type CitablePassage } from './citable-passage.js';

/**
 * The part of an AI SDK tool that is used here; declared here to avoid a dependency on `ai`.
 *
 * ```ts
 * import type { AiSdkToolLike } from '@ibid/core/ai-sdk';
 *
 * const canRun = (tool: AiSdkToolLike) => typeof tool.execute === 'function';
 * ```
 */
export interface AiSdkToolLike {
  execute?: unknown;
  toModelOutput?: unknown;
}

/**
 * What the model reads of a result.
 *
 * ```ts
 * import type { AiSdkToolOutput } from '@ibid/core/ai-sdk';
 *
 * const output: AiSdkToolOutput = { type: 'text', value: 'The budget was approved on 4 May.' };
 * ```
 */
export type AiSdkToolOutput = { type: 'text'; value: string } | { type: 'error-text'; value: string };

/**
 * One of our tools in the AI SDK's form.
 *
 * ```ts
 * import type { AiSdkTool } from '@ibid/core/ai-sdk';
 *
 * const described = (tools: Record<string, AiSdkTool>) =>
 *   Object.entries(tools).map(([name, tool]) => `${name}: ${tool.description}`);
 * ```
 */
export interface AiSdkTool {
  description: string;
  inputSchema: Tool['inputSchema'];
  execute: (
    input: unknown,
    options: { toolCallId: string; abortSignal?: AbortSignal | undefined },
  ) => Promise<ToolOutcome>;
  toModelOutput: (options: {
    toolCallId: string;
    input: unknown;
    output: ToolOutcome;
  }) => Promise<AiSdkToolOutput>;
}

/**
 * The final result of a tool's `execute`.
 *
 * ```ts
 * import type { OutputOf } from '@ibid/core/ai-sdk';
 *
 * type Weather = OutputOf<{ execute: () => Promise<{ degrees: number }> }>;
 * const weather: Weather = { degrees: 21 };
 * ```
 */
export type OutputOf<TOOL> = TOOL extends { execute?: infer EXECUTE }
  ? // In version 6 a tool may have no `execute`; this adds no output type.
    [NonNullable<EXECUTE>] extends [never]
    ? never
    : NonNullable<EXECUTE> extends (...args: never[]) => infer RESULT
      ? Exclude<Awaited<RESULT>, AsyncIterable<unknown>>
      : unknown
  : unknown;

/**
 * Which results of a tool can be cited: maps the output of each tool to passages, best first. Null: this result has no
 * passages, e.g. a message that says why there are none; the model reads it as it is.
 *
 * ```ts
 * import type { SourcesOf } from '@ibid/core/ai-sdk';
 *
 * const sources: SourcesOf<{ find: { execute: () => Promise<string[]> } }> = {
 *   find: (lines) => lines.map((text) => ({ text })),
 * };
 * ```
 */
export type SourcesOf<TOOLS> = {
  [NAME in keyof TOOLS]?: (output: OutputOf<TOOLS[NAME]>) => readonly CitablePassage[] | null;
};

type ModelOutput = (options: {
  toolCallId: string;
  input: unknown;
  output: unknown;
}) => Promise<{ type: string; value?: unknown }> | { type: string; value?: unknown };

/**
 * Wraps the application's AI SDK tools. `execute` and its return value stay the same; only what the model reads
 * changes: results with sources become numbered documents, long ones a preview with a handle.
 */
export function wrapTools<TOOLS extends Record<string, AiSdkToolLike>>(
  memory: ConversationMemory,
  tools: TOOLS,
  sources: SourcesOf<TOOLS>,
  warn: (message: string) => void,
  onRead: (toolCallId: string) => void = () => {},
): TOOLS {
  const wrapped = Object.entries(tools).map(([toolName, tool]) => {
    const passagesOf = sources[toolName] as PassagesOf | undefined;
    if (passagesOf) memory.searchTools.add(toolName);
    const own = tool.toModelOutput as ModelOutput | undefined;
    const toModelOutput: ModelOutput = async (options) => {
      const { toolCallId: callId, output } = options;
      onRead(callId);
      const chunks = passagesOf ? chunksOf(passagesOf, output, (why) => warn(`${toolName}: ${why}`)) : null;
      if (chunks) return memory.show({ callId, toolName, outcome: { text: '', chunks } });
      const shown = own ? await own(options) : plainOutput(output);
      const text = textOf(shown);
      if (text === null || !memory.isLong(text)) return shown;
      return memory.show({ callId, toolName, outcome: { text } });
    };
    return [toolName, { ...tool, toModelOutput }];
  });
  return Object.fromEntries(wrapped) as TOOLS;
}

type PassagesOf = (output: unknown) => readonly CitablePassage[] | null;

/** An unexpected result is passed on as it is; it must not break the turn. */
function chunksOf(
  passagesOf: PassagesOf,
  output: unknown,
  warn: (why: string) => void,
): RetrievedChunk[] | null {
  try {
    return passagesOf(output)?.map(asChunk) ?? null;
  } catch (error) {
    warn(`the result could not be read as passages (${error instanceof Error ? error.message : 'unknown'})`);
    return null;
  }
}

/** Our own tools, e.g. the search of a knowledge base, for `streamText`. */
export function ibidTools(
  memory: ConversationMemory,
  tools: readonly Tool[],
  conversationId: string,
): Record<string, AiSdkTool> {
  const made = tools.map((tool): [string, AiSdkTool] => {
    if (tool.isSearch) memory.searchTools.add(tool.name);
    return [
      tool.name,
      {
        description: [tool.description, tool.guidance].filter(Boolean).join('\n\n'),
        inputSchema: tool.inputSchema,
        execute: (input, { toolCallId, abortSignal }) =>
          tool.execute(input, {
            callId: toolCallId,
            turnId: conversationId,
            conversationId,
            signal: abortSignal ?? new AbortController().signal,
            progress: () => {},
            conversationTokens: 0,
            availableTokens: AVAILABLE_TOKENS,
            history: [],
          }),
        toModelOutput: ({ toolCallId, output }) =>
          memory.show({
            callId: toolCallId,
            toolName: tool.name,
            outcome: output,
          }) as Promise<AiSdkToolOutput>,
      },
    ];
  });
  return Object.fromEntries(made);
}

/** The AI SDK does not tell a tool how full the window is; fitting removes the excess later. */
const AVAILABLE_TOKENS = 16_000;

function plainOutput(output: unknown): { type: string; value: unknown } {
  if (typeof output === 'string') return { type: 'text', value: output };
  return {
    type: 'json',
    value: output === undefined ? null : (JSON.parse(JSON.stringify(output)) as unknown),
  };
}

function textOf({ type, value }: { type: string; value?: unknown }): string | null {
  if (type === 'text' && typeof value === 'string') return value;
  return type === 'json' ? JSON.stringify(value, null, 2) : null;
}
