import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { AssembledContext, StepContext } from '../context/context-input.js';
import { ContextOverflow } from '../context/context-overflow.js';
import { withFields } from '../messages/with-fields.js';
import { AnswerStream } from './answer-stream.js';
import { cutByProvider, fitAgain, narrowed, smallWindowWarning } from './fit-again.js';
import type { Fitting } from './fit-again.js';
import type { WrittenCall } from './parse-written-calls.js';
import {
  classifyProviderError,
  ContentPolicyError,
  ContextTooLongError,
  ProviderTimeOutError,
  StreamInterruptedError,
  UnknownProviderError,
} from './provider-errors/index.js';
import { readModelStream } from './read-model-stream.js';
import type { RequestedCall } from './requested-call.js';
import { retryDelay } from './retry-policy.js';
import type { StepProviderData } from '../messages/step-provider-data.js';
import { StepReader } from './step-reader.js';
import type { Tool } from '../messages/tool.js';
import { TurnEndedError } from './turn-errors.js';
import type { TurnScope } from './turn-scope.js';
import { wait } from './wait.js';

/** Once by the limit the provider named, once more by its count; a third attempt would be a guess. */
const MOST_REFITS = 2;

export interface StepOptions {
  scope: TurnScope;
  step: number;
  input: StepContext;
  tools: ReadonlyMap<string, Tool>;
  /** The tool that must be called in this step. */
  forcedTool: string | null;
}

export interface StepResult {
  assembled: AssembledContext;
  /** Narrower than before if the context had to be fitted again or the provider cut it. */
  fitting: Fitting;
  reasoning: string;
  text: string;
  calls: RequestedCall[];
  /** Calls that the model wrote into its text; only if it made none. */
  writtenCalls: WrittenCall[];
  providerData: StepProviderData | null;
  cutByLength: boolean;
}

/** One inference: context, request, stream. A failed request is retried only if nothing of the answer has arrived. */
export async function runStep(options: StepOptions): Promise<StepResult> {
  const { scope, step } = options;
  const { writer, options: turn } = scope;
  let input = options.input;
  let assembled: AssembledContext;
  try {
    assembled = scope.assembleContext(input);
  } catch (error) {
    // MOD-4: a window in which nothing fits was learned wrongly.
    const unlearned = turn.windowWatch?.unlearned;
    if (!(error instanceof ContextOverflow) || input.model.windowFrom !== 'usage' || !unlearned) throw error;
    turn.windowWatch?.onDisproved?.();
    input = withFields(input, { model: unlearned });
    assembled = scope.assembleContext(input);
  }
  // FD-1: input that was left out without a handle gets one, if the quota allows.
  const described = await scope.handles.describe(assembled.report, step);
  if (described) {
    input = withFields(input, { current: withFields(input.current, { user: described }) });
    assembled = scope.assembleContext(input);
  }
  writer.beginStep({
    step,
    report: assembled.report,
    ledger: assembled.ledger,
    reference: scope.references.keep,
    createAnswerStream: (events, streamIndex) =>
      new AnswerStream({
        streamIndex,
        earlierChunks: (source) => scope.book.chunksOfItem(source.itemId),
        ledger: assembled.ledger,
        shownChunks: assembled.shownChunks,
        referencesEnabled: input.descriptorsEnabled && turn.descriptors !== null,
        refiner: scope.refiner,
        events,
      }),
  });

  const warnOfWindow = (): void => {
    const warning = turn.windowWatch ? smallWindowWarning(input.model) : null;
    if (warning) writer.warning('small_window', warning);
  };
  warnOfWindow();

  let refits = 0;
  for (let attempt = 1; ; attempt++) {
    const reader = new StepReader({
      writer,
      uniqueCallId: scope.uniqueCallId,
      titleOf: (name) => options.tools.get(name)?.title,
      toolNames: new Set(options.tools.keys()),
    });
    try {
      await readModelStream({
        model: turn.model,
        callOptions: callOptions(options, assembled),
        clock: turn.clock,
        limits: scope.timeLimits,
        signal: scope.signal,
        onPart: reader.take,
      });
      assertFinished(reader, scope);
      return finishStep({ reader, assembled, input, options });
    } catch (caught) {
      if (caught instanceof TurnEndedError || reader.ownFault) throw caught;
      const error = classifyProviderError({
        error: caught,
        provider: turn.model.provider,
        modelId: turn.model.modelId,
        now: turn.clock.now(),
        afterFirstToken: reader.started,
      });
      if (reader.started) {
        reader.release();
        throw error;
      }
      if (error instanceof ContextTooLongError && refits++ < MOST_REFITS) {
        const { fitting, learned } = fitAgain(input, assembled, error);
        if (learned) turn.windowWatch?.onLearned(learned);
        input = withFields(input, fittingOf(fitting));
        assembled = assembledOr(error, () => scope.assembleContext(input));
        writer.refit({ step, report: assembled.report, ledger: assembled.ledger });
        warnOfWindow();
        continue;
      }
      // After minutes of silence, the user gets an error instead of another wait.
      const wasSilent = error instanceof ProviderTimeOutError && error.statusCode === null;
      const delay =
        error.retryable && !wasSilent
          ? retryDelay({
              policy: scope.retry,
              attempt,
              retryAfterMilliseconds: error.retryAfterMilliseconds,
            })
          : null;
      if (delay === null) throw error;
      writer.warning('provider_retry', `${error.message} Trying again (attempt ${attempt + 1}).`);
      await wait({ clock: turn.clock, milliseconds: delay, signal: scope.signal });
    }
  }
}

function finishStep(done: {
  reader: StepReader;
  assembled: AssembledContext;
  input: StepContext;
  options: StepOptions;
}): StepResult {
  const { reader, assembled, input, options } = done;
  const { writer, options: turn } = options.scope;
  const { writtenCalls } = reader.end();
  writer.endReasoning();
  if (reader.providerData) writer.providerMetadata(JSON.parse(JSON.stringify(reader.providerData)));
  if (reader.usage) writer.usage(options.step, reader.usage, turn.costOf?.(reader.usage));
  // Only checked if a caller wants the result: custom and test models may count differently.
  const watch = turn.windowWatch;
  const cut = watch ? cutByProvider({ model: input.model, assembled, usage: reader.usage, watch }) : null;
  if (cut) {
    writer.cutByProvider({ step: options.step, report: cut.report, warning: cut.warning });
    if (cut.learned) watch?.onLearned(cut.learned);
  }
  return {
    assembled,
    fitting: fittingOf(cut?.learned ? narrowed(input, cut.learned) : input),
    reasoning: reader.reasoning,
    text: reader.text,
    calls: reader.calls,
    writtenCalls,
    providerData: reader.providerData,
    cutByLength: reader.finishReason?.unified === 'length',
  };
}

/** The caller's object may have more fields. */
function fittingOf({ model, settings, budgetScale }: Fitting): Fitting {
  return { model, settings, budgetScale };
}

/** If the fixed parts do not fit the window that the provider named, the provider's error is the better message. */
function assembledOr(error: ContextTooLongError, assemble: () => AssembledContext): AssembledContext {
  try {
    return assemble();
  } catch (caught) {
    throw caught instanceof ContextOverflow && error.limitTokens !== null ? error : caught;
  }
}

function assertFinished(reader: StepReader, scope: TurnScope): void {
  const { provider, modelId } = scope.options.model;
  switch (reader.finishReason?.unified) {
    case undefined:
    case 'interrupted':
      throw new StreamInterruptedError({ provider, modelId });
    case 'error':
      throw new UnknownProviderError({ provider, modelId });
    case 'content-filter':
      throw new ContentPolicyError({ provider, modelId });
    default:
  }
}

function callOptions(options: StepOptions, assembled: AssembledContext): LanguageModelV4CallOptions {
  const { forcedTool, scope } = options;
  const base: LanguageModelV4CallOptions = withFields(scope.options.modelSettings ?? {}, {
    prompt: assembled.prompt,
    abortSignal: scope.signal,
  });
  if (assembled.tools.length === 0 || assembled.toolChoice === 'omit') return base;
  base.tools = assembled.tools.map((tool): LanguageModelV4FunctionTool => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema as LanguageModelV4FunctionTool['inputSchema'],
  }));
  base.toolChoice =
    forcedTool === null ? { type: assembled.toolChoice } : { type: 'tool', toolName: forcedTool };
  return base;
}
