import { defineTool } from '@ibid/core';
import type { JsonValue, PastTurn, Tool, ToolCallRecord, TurnStep, UserMessage } from '@ibid/core/internal';
import { newId } from '@ibid/store/internal';
import { z } from 'zod';
import { InvalidRequest } from '../errors/index.js';
import type { CallerMessage, CallerTool } from './chat-request.js';

export interface CallerTurn {
  pastTurns: PastTurn[];
  user: UserMessage;
  initialSteps: TurnStep[];
  /** From system and developer messages. */
  instructions: string;
}

/** FLOW-2: converts the caller's messages to the engine's format. */
export function toCallerTurn(messages: readonly CallerMessage[]): CallerTurn {
  const instructions: string[] = [];
  const turns: { user: UserMessage; steps: TurnStep[]; answer: string }[] = [];
  for (const message of messages) {
    const text = textOf(message.content);
    const turn = turns.at(-1);
    switch (message.role) {
      case 'system':
      case 'developer':
        instructions.push(text);
        break;
      case 'user':
        // The engine treats two consecutive user messages as one.
        if (turn && turn.steps.length === 0 && turn.answer === '') turn.user.text += `\n\n${text}`;
        else turns.push({ user: userMessage(text), steps: [], answer: '' });
        break;
      case 'assistant':
        if (!turn) break;
        if (message.tool_calls?.length)
          turn.steps.push({ reasoning: '', narration: text, calls: message.tool_calls.map(callRecord) });
        else turn.answer += text;
        break;
      case 'tool':
        setResult(turn?.steps ?? [], message.tool_call_id, text);
    }
  }
  const last = turns.pop();
  if (!last || last.answer !== '')
    throw new InvalidRequest('The last message must be one of the user, or the result of a tool call.');
  return {
    instructions: instructions.join('\n\n'),
    user: last.user,
    initialSteps: last.steps,
    pastTurns: turns.map(({ user, steps, answer }) => ({
      user,
      assistant: {
        role: 'assistant',
        id: newId(),
        turnId: newId(),
        steps,
        answer,
        status: 'complete',
        createdAt: user.createdAt,
      },
    })),
  };
}

/** A tool that the caller runs: calling it ends the turn, and the caller sends the result in a new request. */
export function passThroughTool(tool: CallerTool): Tool {
  const { name, description, parameters } = tool.function;
  return defineTool({
    name,
    description: description ?? name,
    inputSchema: schemaOf(parameters),
    execute: async () => ({
      text: '',
      question: { question: PASSED_ON, choices: [], multiple: false },
    }),
  });
}

/** Marks the end of a turn that waits for the caller. */
const PASSED_ON = 'The caller runs this tool.';

function schemaOf(parameters: Record<string, unknown> | undefined): z.ZodType {
  try {
    return z.fromJSONSchema((parameters ?? {}) as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    return z.looseObject({});
  }
}

function textOf(content: CallerMessage['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}

function userMessage(text: string): UserMessage {
  return { role: 'user', id: newId(), text, files: [], images: [], createdAt: new Date().toISOString() };
}

function callRecord(call: NonNullable<CallerMessage['tool_calls']>[number]): ToolCallRecord {
  let input: JsonValue = call.function.arguments;
  try {
    input = JSON.parse(call.function.arguments) as JsonValue;
  } catch {
    // Keep the text as the model wrote it.
  }
  return { callId: call.id, toolName: call.function.name, input };
}

function setResult(steps: readonly TurnStep[], callId: string | undefined, text: string): void {
  const call = steps.flatMap((step) => step.calls).findLast((one) => one.callId === callId);
  if (call) call.outcome = { text };
}
