import { z } from 'zod';
import type { JsonValue } from '../messages/json-value.js';
import { copyJson } from './copy-json.js';
import { parsedInput, type RequestedCall } from './requested-call.js';
import type { Tool } from '../messages/tool.js';
import type { ToolOutcome } from '../messages/tool-outcome.js';

export type CallInput =
  | { ok: true; tool: Tool; input: unknown; recorded: JsonValue }
  /** For the model. */
  | { ok: false; outcome: ToolOutcome; recorded: JsonValue };

/** Parses and validates the arguments of a tool call. Errors tell the model how to correct the call. */
export async function callInput(options: {
  call: RequestedCall;
  tools: ReadonlyMap<string, Tool>;
  /** Replaces `fd:` and `ref:` handles where the tool accepts them. */
  expand: (tool: Tool, input: JsonValue) => Promise<JsonValue>;
}): Promise<CallInput> {
  const { call, tools } = options;
  const parsed = parsedInput(call.rawInput);
  if (parsed === undefined) {
    return {
      ok: false,
      recorded: call.rawInput,
      outcome: failed(
        'The arguments are not valid JSON. Call the tool again with a JSON object.',
        tools.get(call.toolName),
      ),
    };
  }
  const tool = tools.get(call.toolName);
  if (!tool) {
    const names = [...tools.keys()].join(', ');
    return {
      ok: false,
      recorded: parsed,
      outcome: failed(
        `There is no tool "${call.toolName}". ${names === '' ? 'No tool can be called now.' : `Tools: ${names}.`}`,
      ),
    };
  }
  try {
    const expanded = await options.expand(tool, parsed);
    const checked = await tool.inputSchema.safeParseAsync(expanded);
    if (checked.success) return { ok: true, tool, input: checked.data, recorded: copyJson(parsed) ?? null };
    return {
      ok: false,
      recorded: parsed,
      outcome: failed(
        `The arguments do not fit the tool "${tool.name}":\n${z.prettifyError(checked.error)}\nCorrect them and call it again.`,
        tool,
        checked.error.issues,
      ),
    };
  } catch (error) {
    const outcome = failed(`The arguments could not be used: ${messageOf(error)}`, tool);
    return { ok: false, recorded: parsed, outcome };
  }
}

/** In the tool's own error format, if it has one. */
function failed(message: string, tool?: Tool, issues: readonly z.core.$ZodIssue[] = []): ToolOutcome {
  return tool?.invalidInput?.(message, issues) ?? { text: message, isError: true };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
