import type { z } from 'zod';
import type { JsonValue } from './json-value.js';
import type { ToolOutcome } from './tool-outcome.js';

/**
 * What a tool is given besides its arguments.
 *
 * ```ts
 * import type { ToolContext } from '@ibid/core';
 *
 * const fetchPage = async (url: string, { signal, progress }: ToolContext) => {
 *   progress(`Reading ${url}`);
 *   return (await fetch(url, { signal })).text();
 * };
 * ```
 */
export interface ToolContext {
  callId: string;
  turnId: string;
  conversationId: string;
  /** May be ignored: the turn does not depend on it. */
  readonly signal: AbortSignal;
  /** Streams progress to the page; `subTurnIndex` groups what one inner step produced. */
  progress: (message: string, options?: { data?: JsonValue; subTurnIndex?: number }) => void;
  /** Tokens of the context that cannot be dropped for a result, which a retriever takes as reserved. */
  conversationTokens: number;
  /** Tokens that fitting could give to this call's result: past turns never shrink it. */
  availableTokens: number;
  /** The conversation so far as plain text turns, newest last, for tools that need the question's context. */
  history: readonly { role: 'user' | 'assistant'; text: string }[];
}

/**
 * A tool is defined once: schema, description, guidance for the system prompt, limits, whether it searches.
 *
 * ```ts
 * import type { Tool } from '@ibid/core';
 *
 * const searching = (tools: readonly Tool[]) => tools.filter((tool) => tool.isSearch).map(({ name }) => name);
 * ```
 */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  /** Letters, digits, underscore, hyphen; at most 64, valid for every provider. */
  name: string;
  description: string;
  inputSchema: Schema;
  /** Advice placed in the tools section of the system prompt while the tool is offered. */
  guidance?: string;
  /** Its results carry sources: citation rules and the citation reminder follow from it. */
  isSearch?: boolean;
  /** What of it a small window is told: nothing, so that it is not offered there, or only these arguments. Absent: all. */
  inSmallWindows?: false | readonly string[];
  /** Default 60,000. */
  timeLimitMilliseconds?: number;
  /** Names of arguments in which `fd:` and `ref:` handles are replaced by their content. */
  acceptsDescriptors?: readonly string[];
  /**
   * The same call may give another answer later in the turn (it writes something, or lists what changes), so it runs
   * every time. Otherwise a repeated call is answered once.
   */
  repeatable?: boolean;
  /** Title on the page; the name when absent. */
  title?: string;
  /** Arguments that do not fit, in the tool's own form of an error; absent: as plain text. */
  invalidInput?(message: string, issues: readonly z.core.$ZodIssue[]): ToolOutcome;
  // A method, so that tools of every schema fit into one list.
  execute(input: z.infer<Schema>, context: ToolContext): Promise<ToolOutcome>;
}

/**
 * Keeps the schema's type through inference.
 *
 * ```ts
 * import { defineTool } from '@ibid/core';
 * import { z } from 'zod';
 *
 * const add = defineTool({
 *   name: 'add',
 *   description: 'Adds two numbers.',
 *   inputSchema: z.object({ a: z.number(), b: z.number() }),
 *   execute: async ({ a, b }) => ({ text: String(a + b) }),
 * });
 * console.log(add.name);
 * ```
 */
export function defineTool<Schema extends z.ZodType>(tool: Tool<Schema>): Tool<Schema> {
  return tool;
}
