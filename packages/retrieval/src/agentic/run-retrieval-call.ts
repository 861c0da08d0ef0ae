import type { LanguageModelV4Message, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { JsonValue } from '@ibid/core';
import { z } from 'zod';
import type { OfferedRetrievalTools } from './tools-of-strategy.js';
import type { RetrievalRun, RetrievalToolResult } from './retrieval-tool.js';
import type { TrajectoryCall } from './trajectory.js';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];
type ToolPart = Extract<LanguageModelV4Message, { role: 'tool' }>['content'][number];

export interface RanCall {
  record: TrajectoryCall;
  callPart: AssistantPart;
  resultPart: ToolPart;
  finished?: { reason: string };
}

/** Runs one call of the searching agent. It never throws: errors go back to the model, and the other calls continue. */
export async function runRetrievalCall(options: {
  call: LanguageModelV4ToolCall;
  offered: OfferedRetrievalTools;
  run: RetrievalRun;
  now: () => number;
}): Promise<RanCall> {
  const { call, offered, run, now } = options;
  const started = now();
  let input: JsonValue = call.input;
  let result: RetrievalToolResult;
  let isError = false;
  try {
    input = JSON.parse(call.input || '{}') as JsonValue;
    const tool = offered.byName.get(call.toolName);
    if (!tool)
      throw new Error(
        `There is no tool ${call.toolName}. Offered: ${[...offered.byName.keys()].join(', ')}.`,
      );
    const parsed = tool.inputSchema.safeParse(input);
    if (!parsed.success) throw new Error(`Wrong arguments: ${z.prettifyError(parsed.error)}`);
    result = await tool.execute(parsed.data, run);
  } catch (error) {
    isError = true;
    result = { text: error instanceof Error ? error.message : String(error), added: 0 };
  }
  return {
    record: {
      tool: call.toolName,
      input,
      result: result.text,
      added: result.added,
      milliseconds: Math.round(now() - started),
      isError,
    },
    callPart: { type: 'tool-call', toolCallId: call.toolCallId, toolName: call.toolName, input },
    resultPart: {
      type: 'tool-result',
      toolCallId: call.toolCallId,
      toolName: call.toolName,
      output: { type: isError ? 'error-text' : 'text', value: result.text },
    },
    ...(result.finished ? { finished: result.finished } : {}),
  };
}
