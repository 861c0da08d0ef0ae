import { expect } from 'vitest';
import { countTokens } from '../tokens/count-tokens.js';
import { imageTokens } from '../tokens/image-tokens.js';
import { assembleContext } from './assemble-context.js';
import type { AssembledContext, StepContext } from './context-input.js';
import { ContextOverflow } from './context-overflow.js';
import { lettersOf } from './context.test-helper.js';
import { LONG } from './preview-removals.js';

/** Null if the fixed parts do not fit, the only accepted failure. */
export function assembled(input: StepContext): AssembledContext | null {
  try {
    return assembleContext(input);
  } catch (error) {
    if (error instanceof ContextOverflow) return null;
    throw error;
  }
}

function isText(output: { type: string }): output is { type: 'text' | 'error-text'; value: string } {
  return output.type === 'text' || output.type === 'error-text';
}

/** Counts the prompt itself, independently of the report. */
function recount(context: AssembledContext, input: StepContext): number {
  let tokens = 0;
  for (const message of context.prompt) {
    tokens += 3;
    if (typeof message.content === 'string') {
      tokens += countTokens(message.content);
      continue;
    }
    for (const part of message.content) {
      if (part.type === 'text' || part.type === 'reasoning') tokens += countTokens(part.text);
      else if (part.type === 'tool-call')
        tokens += countTokens(part.toolName) + countTokens(JSON.stringify(part.input));
      else if (part.type === 'tool-result' && isText(part.output)) tokens += countTokens(part.output.value);
      else if (part.type === 'file') {
        const all = [...input.pastTurns.map((turn) => turn.user), input.current.user].flatMap(
          (user) => user.images,
        );
        tokens += imageTokens(all.find((image) => image.name === part.filename) ?? { width: 0, height: 0 });
      }
    }
  }
  return tokens;
}

type Check = (context: AssembledContext, input: StepContext) => void;

export const withinBudget: Check = (context, input) => {
  const { report } = context;
  expect(report.totalTokens).toBe(report.parts.reduce((sum, part) => sum + part.tokens, 0));
  expect(report.totalTokens).toBeLessThanOrEqual(report.budget.available);
  const prompt = recount(context, input);
  expect(prompt).toBeLessThanOrEqual(report.totalTokens);
  // CTX-10 checked from outside: the prompt with its definitions leaves the reserved output and the margin free.
  const offered = context.toolChoice === 'omit' ? [] : context.tools;
  const definitions = offered.map(({ name, description, inputSchema: parameters }) =>
    countTokens(JSON.stringify({ name, description, parameters })),
  );
  const sent = definitions.reduce((sum, tokens) => sum + tokens, prompt);
  const { reservedOutput, safetyMargin } = report.budget;
  expect(sent + reservedOutput + safetyMargin).toBeLessThanOrEqual(input.model.contextWindow);
};

export const callsHaveResults: Check = (context) => {
  const open: string[] = [];
  for (const message of context.prompt) {
    if (message.role === 'tool') {
      const answered = message.content.map((part) => (part.type === 'tool-result' ? part.toolCallId : ''));
      expect(answered).toEqual(open.splice(0));
      continue;
    }
    expect(open).toEqual([]);
    if (message.role !== 'assistant') continue;
    for (const part of message.content) if (part.type === 'tool-call') open.push(part.toolCallId);
  }
  expect(open).toEqual([]);
};

export const orderKept: Check = (context, input) => {
  const single = lettersOf(context)
    .split(' ')
    .map((letter) => ({ SUM: 's', CA: 'G', TC: 'C', TR: 'T' })[letter] ?? letter.charAt(0))
    .join('');
  expect(single).toMatch(/^Ss?(F?UI*(A?C+T+)*A?)*G?P?F?L?UI*(A?C+T+)*R?$/);
  const users = context.report.parts
    .filter((part) => part.kind === 'user')
    .map((part) => Number(part.origin.slice(1)));
  const last = input.pastTurns.length + 1;
  expect(users).toEqual(users.map((_, index) => last - users.length + 1 + index));
};

export const fixedPartsWhole: Check = (context, input) => {
  const textOf = (kind: string) => context.report.parts.findLast((part) => part.kind === kind)?.text ?? '';
  const whole = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
  const { text, id } = input.current.user;
  const isPaged = context.report.removals.some((one) => one.kind === 'user' && one.origin === id);
  if (!isPaged) expect(textOf('user')).toBe(text.trim() === '' ? '[This message has no text.]' : whole(text));
  if (input.agent) expect(textOf('agent')).toBe(input.agent.prompt);
  expect(textOf('system')).toContain(context.report.shortForm ? 'Answer from the documents' : 'You are Ibid');
  if (context.report.project.mode !== 'included') return;
  for (const file of input.project?.files ?? []) {
    if (file.text?.trim()) expect(textOf('project')).toContain(JSON.stringify(whole(file.text)));
  }
};

export const removalsTold: Check = (context, input) => {
  const { parts, removals } = context.report;
  const shown = new Set(parts.filter((part) => part.kind === 'user').map((part) => part.origin));
  for (const turn of input.pastTurns) {
    const removal = removals.find((one) => one.origin === turn.user.id && one.kind === 'user');
    expect(removal === undefined).toBe(shown.has(turn.user.id));
    if (!removal) continue;
    expect(removal.descriptor).toBe(turn.assistant?.descriptor);
    const files = removals.filter((one) => one.kind === 'files').map((one) => one.descriptor);
    for (const file of turn.user.files) expect(files).toContain(file.descriptor);
  }
  // Input shown as a preview only because of its length shows its handle in place.
  const gone = removals.filter(
    (one) => one.action === 'dropped' || (one.action === 'paged-out' && one.reason !== LONG),
  );
  const list = parts.find((part) => part.kind === 'removed-list')?.text ?? '';
  expect(list === '').toBe(gone.length === 0);
  // A call that never finished has no stored result: its step may be dropped, and it has no handle.
  const unfinished = new Set(
    input.current.steps.flatMap((step) => step.calls.flatMap((call) => (call.outcome ? [] : call.callId))),
  );
  for (const one of gone.filter(({ kind }) => kind !== 'images')) {
    if (one.kind === 'tool-call' && unfinished.has(one.origin)) {
      expect(one.descriptor).toBeNull();
      continue;
    }
    expect(one.descriptor).toMatch(/^fd:\d+$/);
    expect(names(list, one.descriptor ?? '')).toBe(true);
  }
};

export const shownIsInThePrompt: Check = (context) => {
  const everything = context.report.parts.map((part) => part.text).join('\n');
  for (const [number, chunks] of context.shownChunks) {
    expect(everything).toContain(`"document":${number},`);
    for (const chunk of chunks) {
      const text = JSON.stringify((chunk.text ?? '').replaceAll(/\p{Surrogate}/gu, '\ufffd')).slice(1, -1);
      expect(everything).toContain(text);
    }
  }
};

/** Whether a list names a handle, singly or within a range. */
function names(list: string, handle: string): boolean {
  const number = Number(handle.slice(3));
  for (const [, from, to] of list.matchAll(/fd:(\d+)(?: to fd:(\d+))?/g)) {
    if (number >= Number(from) && number <= Number(to ?? from)) return true;
  }
  return false;
}
