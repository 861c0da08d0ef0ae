import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { JsonValue } from '../messages/json-value.js';
import { IbidError } from '../errors/ibid-error.js';

/**
 * What the model does in one inference, in order.
 *
 * ```ts
 * import type { ScriptedAct } from '@ibid/core/testing';
 *
 * const acts: ScriptedAct[] = [{ text: 'One moment.' }, { call: 'search', input: { query: 'budget' } }];
 * ```
 */
export type ScriptedAct =
  /** Text; a list is sent as that many deltas. */
  | { text: string | readonly string[] }
  | { reasoning: string | readonly string[] }
  /** `input` is sent as JSON; a string is sent as it is, valid or not. `deltas`: split into that many pieces. */
  | { call: string; input: JsonValue; callId?: string; deltas?: number }
  /** Fails here. Before the first part, the request itself fails; later, the stream carries the error. */
  | { error: unknown }
  /** The stream breaks off without an error, like a closed connection. */
  | { cut: true }
  /** Sends nothing more and ignores the abort signal. */
  | { hang: true }
  /** Waits before the script continues: a delay, or a gate that the test opens. */
  | { wait: () => Promise<unknown> }
  | { finish: LanguageModelV4FinishReason['unified'] }
  | { usage: { inputTokens: number; outputTokens: number } }
  | { part: LanguageModelV4StreamPart };

/**
 * Acts, or a function of the request for steps that depend on the prompt.
 *
 * ```ts
 * import type { ScriptedStep } from '@ibid/core/testing';
 *
 * const steps: ScriptedStep[] = [
 *   [{ call: 'search', input: { query: 'budget' } }],
 *   (options) => [{ text: `I was sent ${options.prompt.length} messages.` }],
 * ];
 * ```
 */
export type ScriptedStep =
  | readonly ScriptedAct[]
  | ((options: LanguageModelV4CallOptions) => readonly ScriptedAct[]);

/**
 * A language model that plays its script and records its requests.
 *
 * ```ts
 * import type { ScriptedModel } from '@ibid/core/testing';
 *
 * const lastPrompt = (model: ScriptedModel) => model.requests.at(-1)?.prompt;
 * ```
 */
export interface ScriptedModel extends LanguageModelV4 {
  /** The requests so far, in order. */
  readonly requests: readonly LanguageModelV4CallOptions[];
  /** Throws if steps are left over, or if there were more requests than steps. */
  assertFinished: () => void;
}

/**
 * A model whose every inference is scripted in the test. Strict: a surplus request fails, and `assertFinished` fails on
 * unused steps. A scripted `error` that a provider might recover from is asked again, so the next step answers that; see
 * `defaultRetryPolicy`.
 *
 * ```ts
 * import { scriptedModel } from '@ibid/core/testing';
 *
 * const model = scriptedModel([[{ call: 'search', input: { query: 'water' } }], [{ text: ['It ', 'boils.'] }]]);
 * console.log(model.modelId); // pass it wherever a model is taken, then `model.assertFinished()`
 * ```
 */
export function scriptedModel(
  steps: readonly ScriptedStep[],
  options: { modelId?: string; provider?: string } = {},
): ScriptedModel {
  const requests: LanguageModelV4CallOptions[] = [];
  let surplus = 0;

  const nextStep = (request: LanguageModelV4CallOptions): readonly ScriptedAct[] => {
    const step = steps[requests.length];
    requests.push(request);
    if (step === undefined) {
      surplus++;
      throw new ScriptError(`The script has ${steps.length} steps, but request ${requests.length} was made.`);
    }
    return typeof step === 'function' ? step(request) : step;
  };

  const model: ScriptedModel = {
    specificationVersion: 'v4',
    provider: options.provider ?? 'scripted',
    modelId: options.modelId ?? 'scripted-model',
    supportedUrls: {},
    requests,
    assertFinished: () => {
      if (surplus > 0) throw new ScriptError(`${surplus} requests were made after the last scripted step.`);
      if (requests.length < steps.length) {
        throw new ScriptError(
          `${steps.length - requests.length} of ${steps.length} scripted steps were not used.`,
        );
      }
    },
    doStream: async (request) => {
      const acts = nextStep(request);
      const first = acts[0];
      if (first && 'error' in first) throw first.error;
      if (first && 'hang' in first) return new Promise<never>(() => {});
      return { stream: streamOf(acts) };
    },
    doGenerate: async (request) => generate(nextStep(request)),
  };
  return model;
}

function streamOf(acts: readonly ScriptedAct[]): ReadableStream<LanguageModelV4StreamPart> {
  const iterator = partsOf(acts);
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

async function* partsOf(acts: readonly ScriptedAct[]): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  let finish: LanguageModelV4FinishReason['unified'] | null = null;
  let usage = { inputTokens: 10, outputTokens: 5 };
  let calls = 0;
  let ids = 0;
  for (const act of acts) {
    if ('text' in act) {
      const id = `text-${ids++}`;
      yield { type: 'text-start', id };
      for (const delta of [act.text].flat()) yield { type: 'text-delta', id, delta };
      yield { type: 'text-end', id };
    } else if ('reasoning' in act) {
      const id = `reasoning-${ids++}`;
      yield { type: 'reasoning-start', id };
      for (const delta of [act.reasoning].flat()) yield { type: 'reasoning-delta', id, delta };
      yield { type: 'reasoning-end', id };
    } else if ('call' in act) {
      calls++;
      yield* callParts(act, act.callId ?? `call-${ids++}`);
    } else if ('error' in act) {
      yield { type: 'error', error: act.error };
    } else if ('cut' in act) {
      throw new TypeError('terminated');
    } else if ('hang' in act) {
      await new Promise<never>(() => {});
    } else if ('wait' in act) {
      await act.wait();
    } else if ('finish' in act) {
      finish = act.finish;
    } else if ('usage' in act) {
      usage = act.usage;
    } else {
      yield act.part;
    }
  }
  yield {
    type: 'finish',
    finishReason: { unified: finish ?? (calls > 0 ? 'tool-calls' : 'stop'), raw: undefined },
    usage: fullUsage(usage),
  };
}

function* callParts(
  act: { call: string; input: JsonValue; deltas?: number },
  id: string,
): Generator<LanguageModelV4StreamPart> {
  const input = typeof act.input === 'string' ? act.input : JSON.stringify(act.input);
  const size = Math.max(1, Math.ceil(input.length / (act.deltas ?? 1)));
  yield { type: 'tool-input-start', id, toolName: act.call };
  for (let at = 0; at < input.length; at += size) {
    yield { type: 'tool-input-delta', id, delta: input.slice(at, at + size) };
  }
  yield { type: 'tool-input-end', id };
  yield { type: 'tool-call', toolCallId: id, toolName: act.call, input };
}

async function generate(acts: readonly ScriptedAct[]): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = [];
  let finish: { finishReason: LanguageModelV4FinishReason; usage: LanguageModelV4Usage } | null = null;
  let text = '';
  for await (const part of partsOf(acts)) {
    if (part.type === 'text-delta') text += part.delta;
    else if (part.type === 'tool-call') content.push(part);
    else if (part.type === 'error') throw part.error;
    else if (part.type === 'finish') finish = part;
  }
  if (text !== '') content.unshift({ type: 'text', text });
  if (!finish) throw new ScriptError('The script ended without a finish part.');
  return { content, finishReason: finish.finishReason, usage: finish.usage, warnings: [] };
}

function fullUsage(usage: { inputTokens: number; outputTokens: number }): LanguageModelV4Usage {
  return {
    inputTokens: {
      total: usage.inputTokens,
      noCache: usage.inputTokens,
      cacheRead: undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: usage.outputTokens, text: usage.outputTokens, reasoning: undefined },
  };
}

/**
 * The script and the engine disagree about the number of requests.
 *
 * ```ts
 * import { ScriptError } from '@ibid/core/testing';
 *
 * function advise(error: unknown) {
 *   return error instanceof ScriptError ? error.message : 'unexpected';
 * }
 * console.log(advise(new Error('other'))); // 'unexpected'
 * ```
 */
export class ScriptError extends IbidError {
  readonly code = 'script';
  /** Asking again would only use up more of the script. */
  readonly isRetryable = false;
}
