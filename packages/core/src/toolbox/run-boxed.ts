import { redactSecrets } from '../errors/redact-secrets.js';
import type { Tool } from '../messages/tool.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';
import type { ConversationMemory } from './conversation-memory.js';

/** Other frameworks do not tell a tool how full the window is. */
export const AVAILABLE_TOKENS = 16_000;

let calls = 0;

/** Runs one tool call outside our turns. Invalid arguments and failures are reported to the model (FLOW-6). */
export async function runBoxed(options: {
  tool: Tool;
  input: unknown;
  memory: ConversationMemory;
  conversationId: string;
  callId?: string;
  signal?: AbortSignal;
}): Promise<string> {
  const { tool, memory, conversationId } = options;
  const callId = options.callId ?? `call-${++calls}`;
  const outcome = await outcomeOf(tool, options.input, {
    callId,
    turnId: conversationId,
    conversationId,
    signal: options.signal ?? new AbortController().signal,
    progress: () => {},
    conversationTokens: 0,
    availableTokens: AVAILABLE_TOKENS,
    history: [],
  });
  const shown = await memory.show({ callId, toolName: tool.name, outcome });
  return shown.type === 'text' || shown.type === 'error-text' ? shown.value : JSON.stringify(shown);
}

async function outcomeOf(
  tool: Tool,
  input: unknown,
  context: Parameters<Tool['execute']>[1],
): Promise<ToolOutcome> {
  const read = tool.inputSchema.safeParse(input);
  if (!read.success) {
    const message = `The arguments of ${tool.name} are wrong. ${read.error.message}`;
    return tool.invalidInput?.(message, read.error.issues) ?? { text: message, isError: true };
  }
  try {
    const outcome = await tool.execute(read.data, context);
    return outcome.isError ? { ...outcome, text: redactSecrets(outcome.text) } : outcome;
  } catch (error) {
    const reason = error instanceof Error ? redactSecrets(error.message) : 'unknown reason';
    return { text: `${tool.name} failed: ${reason}`, isError: true };
  }
}
