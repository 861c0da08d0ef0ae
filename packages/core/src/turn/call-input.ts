import { z } from 'zod';
import type { JsonValue } from '../messages/json-value.js';
import { copyJson } from './copy-json.js';
import { parsedInput, type RequestedCall } from './requested-call.js';
import type { Tool } from './tool.js';

export type CallInput =
  | { ok: true; tool: Tool; input: unknown; recorded: JsonValue }
  /** `message` is for the model. */
  | { ok: false; message: string; recorded: JsonValue };

/** Reads and checks what a model gave a tool. Whatever is wrong is said in words that let it do better. */
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
      message: 'The arguments are not valid JSON. Call the tool again with a JSON object.',
    };
  }
  const tool = tools.get(call.toolName);
  if (!tool) {
    const names = [...tools.keys()].join(', ');
    return {
      ok: false,
      recorded: parsed,
      message: `There is no tool "${call.toolName}". ${names === '' ? 'No tool can be called now.' : `Tools: ${names}.`}`,
    };
  }
  try {
    const expanded = await options.expand(tool, parsed);
    const checked = await tool.inputSchema.safeParseAsync(expanded);
    if (checked.success) return { ok: true, tool, input: checked.data, recorded: copyJson(parsed) ?? null };
    return {
      ok: false,
      recorded: parsed,
      message: `The arguments do not fit the tool "${tool.name}":\n${z.prettifyError(checked.error)}\nCorrect them and call it again.`,
    };
  } catch (error) {
    return { ok: false, recorded: parsed, message: `The arguments could not be used: ${messageOf(error)}` };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
