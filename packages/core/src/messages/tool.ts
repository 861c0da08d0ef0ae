import type { z } from 'zod';
import type { JsonValue } from './json-value.js';
import type { ToolOutcome } from './tool-outcome.js';

/**
 * What a tool receives besides its arguments.
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
  /** A tool may ignore it; the turn does not depend on it. */
  readonly signal: AbortSignal;
  /** Streams progress to the page; `subTurnIndex` groups the output of one inner step. */
  progress: (message: string, options?: { data?: JsonValue; subTurnIndex?: number }) => void;
  /** Tokens of the context that cannot be dropped for a result; a retriever treats them as reserved. */
  conversationTokens: number;
  /** Tokens that fitting could free for this call's result. Past turns never reduce them. */
  availableTokens: number;
  /** The conversation so far as plain text turns, newest last, for tools that need the context of the question. */
  history: readonly { role: 'user' | 'assistant'; text: string }[];
}

/**
 * The definition of a tool: schema, description, guidance for the system prompt, limits, whether it searches.
 *
 * ```ts
 * import type { Tool } from '@ibid/core';
 *
 * const searching = (tools: readonly Tool[]) => tools.filter((tool) => tool.isSearch).map(({ name }) => name);
 * ```
 */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  /** Letters, digits, underscore and hyphen, at most 64, which every provider accepts. */
  name: string;
  description: string;
  inputSchema: Schema;
  /** Advice for the tools section of the system prompt while the tool is offered. */
  guidance?: string;
  /** Its results carry sources, which enables the citation rules and the citation reminder. */
  isSearch?: boolean;
  /** How a small window offers the tool: `false` omits it, a list keeps only these arguments. Absent: everything. */
  inSmallWindows?: false | readonly string[];
  /** Default 60,000. */
  timeLimitMilliseconds?: number;
  /** Names of arguments in which `fd:` and `ref:` handles are replaced with their content. */
  acceptsDescriptors?: readonly string[];
  /**
   * The same call may return something else later in the turn (it writes something, or lists changing data), so it runs
   * every time. Otherwise a repeated call is not executed again.
   */
  repeatable?: boolean;
  /** Title on the page. Default: the name. */
  title?: string;
  /** Reports invalid arguments in the tool's own error format; absent: as plain text. */
  invalidInput?(message: string, issues: readonly z.core.$ZodIssue[]): ToolOutcome;
  /** A method, so tools with different schemas fit into one list. */
  execute(input: z.infer<Schema>, context: ToolContext): Promise<ToolOutcome>;
}

/**
 * Returns the tool unchanged, with its schema type inferred.
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
