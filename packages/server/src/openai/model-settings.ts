import type { RunTurnOptions } from '@ibid/core';
import { UnsupportedParameter } from '../errors/index.js';

type ModelSettings = NonNullable<RunTurnOptions['modelSettings']>;
type ResponseFormat = NonNullable<ModelSettings['responseFormat']>;

/** Read elsewhere, or without effect on an answer. */
const READ = [
  ['model', 'messages', 'input', 'instructions', 'stream', 'stream_options', 'tools', 'tool_choice', 'ibid'],
  ['previous_response_id', 'store', 'user', 'metadata', 'safety_identifier', 'prompt_cache_key'],
  ['temperature', 'top_p', 'seed', 'stop', 'presence_penalty', 'frequency_penalty', 'max_tokens'],
  ['max_completion_tokens', 'max_output_tokens', 'reasoning_effort', 'reasoning', 'response_format', 'text'],
  ['n', 'include', 'background', 'truncation', 'service_tier', 'parallel_tool_calls', 'logprobs'],
].flat();

/** Parameters that some clients always send, with their neutral values. */
const IDLE: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['n', [1]],
  ['parallel_tool_calls', [true]],
  ['logprobs', [false]],
  ['top_logprobs', [0]],
  ['background', [false]],
  ['truncation', ['disabled', 'auto']],
  ['service_tier', ['auto', 'default']],
]);

/** API-4: the model settings of a request; throws `UnsupportedParameter` for what is not supported. */
export function modelSettings(request: Record<string, unknown>, isLanguageModel: boolean): ModelSettings {
  for (const [name, value] of Object.entries(request)) {
    const idle = IDLE.get(name);
    if (value === null || value === undefined || isEmpty(value) || idle?.includes(value)) continue;
    if (idle) throw new UnsupportedParameter(name, `can only be ${JSON.stringify(idle[0])} here.`);
    if (!READ.includes(name)) throw new UnsupportedParameter(name, 'is not supported here. Leave it out.');
  }
  const number = (name: string) => (typeof request[name] === 'number' ? request[name] : undefined);
  const maxOutputTokens =
    number('max_output_tokens') ?? number('max_completion_tokens') ?? number('max_tokens');
  const stop = stopOf(request['stop']);
  const responseFormat = formatOf(request);
  const reasoning = reasoningOf(request);
  const settings: ModelSettings = {
    ...optional('temperature', number('temperature')),
    ...optional('topP', number('top_p')),
    ...optional('seed', number('seed')),
    ...optional('presencePenalty', number('presence_penalty')),
    ...optional('frequencyPenalty', number('frequency_penalty')),
    ...optional('maxOutputTokens', maxOutputTokens),
    ...optional('stopSequences', stop),
    ...optional('responseFormat', responseFormat),
    ...optional('reasoning', reasoning),
  };
  const asked = stop ? 'stop' : responseFormat ? 'response_format' : null;
  if (asked && !isLanguageModel)
    throw new UnsupportedParameter(asked, 'needs a language model; the one in use quotes sentences.');
  return settings;
}

/** API-4: which of the caller's tools must or must not be called. */
export function toolChoice(
  choice: unknown,
  names: readonly string[],
): { offers: boolean; forced: string | null } {
  if (choice === undefined || choice === null || choice === 'auto') return { offers: true, forced: null };
  if (choice === 'none') return { offers: false, forced: null };
  const named = choice as { type?: unknown; name?: unknown; function?: { name?: unknown } };
  const name = choice === 'required' && names.length === 1 ? names[0] : (named.function?.name ?? named.name);
  if (typeof name === 'string' && names.includes(name)) return { offers: true, forced: name };
  throw new UnsupportedParameter(
    'tool_choice',
    'can be "auto", "none", the name of one of the tools, or "required" where there is one tool only.',
  );
}

function stopOf(stop: unknown): string[] | undefined {
  if (stop === undefined || stop === null) return undefined;
  const list = [stop].flat();
  if (list.length > 16 || !list.every((one): one is string => typeof one === 'string' && one !== ''))
    throw new UnsupportedParameter('stop', 'is a text, or a list of up to 16.');
  return list;
}

/** `response_format` in chat completions, `text.format` in responses. */
function formatOf(request: Record<string, unknown>): ResponseFormat | undefined {
  const text = request['text'] as { format?: unknown } | undefined;
  const format = (request['response_format'] ?? text?.format) as
    | { type?: unknown; json_schema?: Record<string, unknown> }
    | undefined
    | null;
  if (!format || format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: 'json' };
  const schema = (format.json_schema ?? format) as { schema?: unknown; name?: unknown };
  if (format.type === 'json_schema' && typeof schema.schema === 'object' && schema.schema !== null)
    return {
      type: 'json',
      schema: schema.schema,
      ...(typeof schema.name === 'string' ? { name: schema.name } : {}),
    } as ResponseFormat;
  throw new UnsupportedParameter('response_format', 'is of type "text", "json_object" or "json_schema".');
}

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

function reasoningOf(request: Record<string, unknown>): (typeof EFFORTS)[number] | undefined {
  const nested = request['reasoning'] as { effort?: unknown } | undefined | null;
  const effort = request['reasoning_effort'] ?? nested?.effort;
  if (effort === undefined || effort === null) return undefined;
  const known = EFFORTS.find((one) => one === effort);
  if (known) return known;
  throw new UnsupportedParameter('reasoning_effort', `is one of ${EFFORTS.join(', ')}.`);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [name in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [name in Key]?: Value };
}
