import { leftOutNotes } from './left-out-notes.js';
import type { PastTurn, ToolCallRecord, TurnStep, UserMessage } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import { withFields } from '../messages/with-fields.js';
import { assembleContext } from '../context/assemble-context.js';
import type { AssembledContext, OfferedTool } from '../context/context-input.js';
import {
  EmptyResponseError,
  OutputLimitError,
  StepLimitError,
  UnknownForcedToolError,
  WrittenCallError,
} from './turn-errors.js';
import type { Fitting } from './fit-again.js';
import { offeredTools } from './offered-tools.js';
import type { WrittenCall } from './parse-written-calls.js';
import { emptyResponsePrompt } from './prompts.generated.js';
import { parsedInput } from './requested-call.js';
import type { RequestedCall } from './requested-call.js';
import { reviewAnswer } from './review-answer.js';
import { runCalls } from './run-calls.js';
import type { RunCallsOptions } from './run-calls.js';
import { runStep } from './run-step.js';
import type { StepResult } from './run-step.js';
import { stepInput } from './step-input.js';
import type { TurnScope } from './turn-scope.js';

/** FLOW-6: default limit of inferences per turn. */
const DEFAULT_MAX_STEPS = 8;

/** FLOW-6: the main loop of the turn. It ends with a step without calls, or with a question for the user. */
export async function runLoop(scope: TurnScope): Promise<'complete' | 'question'> {
  const { options: turn, writer } = scope;
  const tools = new Map(scope.tools.map((tool) => [tool.name, tool]));
  const forcedTool = turn.forcedTool === undefined ? null : tools.get(turn.forcedTool);
  if (forcedTool === undefined) throw new UnknownForcedToolError(turn.forcedTool ?? '');
  const offered = offeredTools(scope.tools);
  // A forced call needs another step for the answer.
  const maxSteps = Math.max(turn.maxSteps ?? DEFAULT_MAX_STEPS, forcedTool ? 2 : 1);
  const steps: TurnStep[] = [...(turn.initialSteps ?? [])];
  const answered = new Map<string, ToolCallRecord>();
  const sources = { ledger: turn.ledger };
  const recovered = { written: false, empty: false, lastStep: false };
  let fitting: Fitting = { model: turn.context.model, settings: turn.context.settings, budgetScale: 1 };
  let nudge: string | null = null;
  let extraSteps = 0;

  const call = (batch: Pick<RunCallsOptions, 'calls' | 'tools' | 'step' | 'context' | 'leftOut'>) =>
    runCalls(
      withFields(batch, {
        messageId: turn.assistantMessageId,
        answered,
        sources,
        book: scope.book,
        descriptors: scope.handles.store,
        writer,
        clock: turn.clock,
        signal: scope.signal,
      }),
    );

  const first = (turn.firstCalls ?? []).filter(({ toolName }) => tools.has(toolName));
  if (first.length > 0) {
    const room = roomBeforeFirstStep(scope, offered);
    writer.beginCalls();
    const calls = first.map(({ toolName, input }) => startCall(toolName, JSON.stringify(input), scope));
    const context = toolContext(scope, shared(room, calls.length));
    const records = await call({ calls, tools, step: 0, context, leftOut: new Set() });
    steps.push({ reasoning: '', narration: '', calls: records });
  }

  for (let step = 0; ; step++) {
    writer.assertOpen();
    const isLastStep = step >= maxSteps + extraSteps - 1;
    const forced = step === 0 ? forcedTool : null;
    const input = stepInput({
      turn,
      user: scope.handles.user,
      steps,
      tools: forced ? offered.filter((tool) => tool.name === forced.name) : offered,
      isLastStep,
      ledger: sources.ledger,
      fitting,
      nudge,
    });
    const result = await runStep({
      scope,
      step,
      input,
      tools: forced ? new Map([[forced.name, forced]]) : tools,
      forcedTool: forced?.name ?? null,
    });
    sources.ledger = result.assembled.ledger;
    fitting = result.fitting;
    if (result.assembled.shownChunks.size > 0) writer.grounded();
    nudge = null;

    const calls = [...result.calls];
    if (result.writtenCalls.length > 0) {
      if (recovered.written) throw new WrittenCallError(turn.model.modelId);
      recovered.written = true;
      calls.push(...carryOut(result.writtenCalls, scope));
    }
    const isEmpty = calls.length === 0 && result.text.trim() === '';
    writer.endText({ unused: isEmpty });
    if (calls.length === 0) {
      if (!isEmpty) {
        if (result.cutByLength) {
          writer.warning('answer_cut', 'The answer reached the output limit of the model and ends there.');
        }
        const fileNames = input.current.user.files.map(({ name }) => name);
        for (const note of leftOutNotes(result.assembled.report, fileNames)) writer.warning('left_out', note);
        await scope.references.settled();
        await scope.refiner.settled({ clock: turn.clock, signal: scope.signal });
        if (turn.secondOpinion)
          await scope.refiner.secondOpinions(turn.secondOpinion, {
            clock: turn.clock,
            signal: scope.signal,
          });
        writer.tellClaims();
        const { judged } = writer;
        if (turn.review && judged) {
          await reviewAnswer({
            scope,
            review: turn.review,
            judged,
            ledger: () => sources.ledger,
            call: async (tool, claims) => {
              writer.beginCalls();
              const asked = startCall(tool.name, JSON.stringify({ claims }), scope, tool.title);
              const [record] = await call({
                calls: [asked],
                tools: new Map([[tool.name, tool]]),
                step,
                context: toolContext(scope, shared(result.assembled, 1)),
                leftOut: new Set(),
              });
              return record;
            },
          });
        }
        return 'complete';
      }
      if (result.cutByLength) throw new OutputLimitError(turn.model.modelId);
      if (recovered.empty) throw new EmptyResponseError(turn.model.modelId);
      recovered.empty = true;
      extraSteps++;
      nudge = emptyResponsePrompt;
      writer.warning('empty_response', 'The model returned an empty answer and is asked once more.');
      continue;
    }

    if (calls.some(({ toolName }) => tools.get(toolName)?.isSearch)) writer.grounded();
    let records: ToolCallRecord[];
    if (isLastStep) {
      if (recovered.lastStep) throw new StepLimitError(maxSteps);
      recovered.lastStep = true;
      extraSteps++;
      records = refuse(calls, scope);
    } else {
      await scope.references.settled();
      writer.assertOpen();
      records = await call({
        calls,
        tools: forced ? new Map([[forced.name, forced]]) : tools,
        step,
        context: toolContext(scope, shared(result.assembled, calls.length)),
        leftOut: leftOutOf(result),
      });
    }
    steps.push({
      reasoning: result.reasoning,
      narration: result.text,
      calls: records,
      ...(result.providerData ? { providerMetadata: result.providerData as JsonValue } : {}),
    });
    if (records.some((record) => record.outcome?.question)) return 'question';
  }
}

/** Carries out a call that the model wrote as text. Allowed once per turn. */
function carryOut(written: readonly WrittenCall[], scope: TurnScope): RequestedCall[] {
  scope.writer.warning('tool_call_as_text', 'The model wrote a tool call as text. Ibid runs it this once.');
  return written.map(({ toolName, rawInput }) => startCall(toolName, rawInput, scope));
}

/** Starts a call that did not come from the stream. */
function startCall(
  toolName: string,
  rawInput: string,
  { writer, options, ...scope }: TurnScope,
  title = scope.tools.find((tool) => tool.name === toolName)?.title,
): RequestedCall {
  const callId = scope.uniqueCallId(options.newId());
  writer.startCall({ callId, toolName, ...(title === undefined ? {} : { title }) });
  writer.callInputDelta(callId, rawInput);
  return { callId, toolName, rawInput };
}

/** Answers calls made in the last step, if the provider cannot forbid them or the model ignores the ban. */
function refuse(calls: readonly RequestedCall[], scope: TurnScope): ToolCallRecord[] {
  return calls.map(({ callId, toolName, rawInput }) => {
    const record: ToolCallRecord = {
      callId,
      toolName,
      input: parsedInput(rawInput) ?? rawInput,
      outcome: {
        text: 'No tool can be called any more in this turn. Answer now, from what you have.',
        isError: true,
      },
    };
    scope.writer.finishCall(record, 0);
    return record;
  });
}

/**
 * CTX-11, room for tools: past turns never reduce the room of a result. The calls of one step share the room equally.
 */
function shared(
  { toolRoom, report }: Pick<AssembledContext, 'toolRoom' | 'report'>,
  calls: number,
): { used: number; room: number } {
  return { used: report.budget.available - toolRoom, room: Math.floor(toolRoom / Math.max(1, calls)) };
}

/** The same for calls before the first step, by assembling that step without them. */
function roomBeforeFirstStep(
  scope: TurnScope,
  tools: readonly OfferedTool[],
): Pick<AssembledContext, 'toolRoom' | 'report'> {
  const { options: turn, handles } = scope;
  return assembleContext(
    stepInput({
      turn,
      user: handles.user,
      steps: [],
      tools,
      isLastStep: false,
      ledger: turn.ledger,
      fitting: { model: turn.context.model, settings: turn.context.settings, budgetScale: 1 },
      nudge: null,
    }),
  );
}

function toolContext({ options: turn }: TurnScope, tokens: { used: number; room: number }) {
  return {
    turnId: turn.turnId,
    conversationId: turn.conversationId,
    conversationTokens: tokens.used,
    availableTokens: tokens.room,
    history: plainHistory(turn.context.pastTurns, turn.user),
  };
}

/** Calls whose results the step no longer saw whole: they may be repeated. */
function leftOutOf({ assembled }: StepResult): ReadonlySet<string> {
  return new Set(assembled.report.removals.map(({ origin }) => origin));
}

function plainHistory(
  pastTurns: readonly PastTurn[],
  user: UserMessage,
): { role: 'user' | 'assistant'; text: string }[] {
  const history: { role: 'user' | 'assistant'; text: string }[] = [];
  for (const turn of pastTurns) {
    history.push({ role: 'user', text: turn.user.text });
    if (turn.assistant?.answer) history.push({ role: 'assistant', text: turn.assistant.answer });
  }
  history.push({ role: 'user', text: user.text });
  return history;
}
