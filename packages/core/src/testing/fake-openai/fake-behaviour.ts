/**
 * How the fake server answers one request; encoded in the model name. Times in milliseconds.
 *
 * ```ts
 * import type { FakeBehaviour } from '@ibid/core/testing';
 *
 * const slow: Partial<FakeBehaviour> = { ttft: 500, gap: 20, tokens: 400 };
 * ```
 */
export interface FakeBehaviour {
  /** Delay before the first token. */
  ttft: number;
  /** Delay between tokens. */
  gap: number;
  /** Tokens of the answer. */
  tokens: number;
  /** Tokens of reasoning before the answer. */
  reasoning: number;
  /** If above 0, every sentence cites; sources 1 to this number in turn. */
  cite: number;
  /** The answer consists of the first sentences of the documents in the results, each cited. */
  quote: boolean;
  /** How many of the first steps call a tool. */
  tools: number;
  /** Parallel calls in each of these steps. */
  calls: number;
  /** Name of the tool. Default: the first one offered. */
  tool: string | null;
  /** Writes the call as text instead of making it. */
  written: 'json' | 'xml' | null;
  /** Sends arguments that are not JSON. */
  badjson: boolean;
  /** HTTP status instead of an answer. */
  error: number | null;
  /** Seconds in the error's retry-after header. */
  retryafter: number | null;
  /** How many requests with this model name fail before further ones succeed. */
  errors: number | null;
  /** Only this step of a turn fails, counted from 0 by the tool rounds before it. */
  errorat: number | null;
  /** Sends an error event in the stream after this many tokens. */
  streamerror: number | null;
  /** Sends nothing more after this many tokens; 0: not even headers. */
  hang: number | null;
  /** Destroys the connection after this many bytes of the body. */
  cut: number | null;
  /** The stream ends cleanly but without a finish reason. */
  nofinish: boolean;
  empty: boolean;
  /** Finish reasons `length` and `content_filter`. */
  length: boolean;
  filter: boolean;
  /** Window in tokens of about four characters; a longer request is refused as real servers do. */
  context: number | null;
  /** Length of embedding vectors. */
  dimensions: number;
}

const FLAGS = {
  quote: true,
  badjson: true,
  nofinish: true,
  empty: true,
  length: true,
  filter: true,
} as const;
const NUMBERS = {
  ttft: true,
  gap: true,
  tokens: true,
  reasoning: true,
  cite: true,
  tools: true,
  calls: true,
  error: true,
  retryafter: true,
  errors: true,
  errorat: true,
  streamerror: true,
  hang: true,
  cut: true,
  context: true,
  dimensions: true,
} as const;

const NORMAL: FakeBehaviour = {
  ttft: 0,
  gap: 0,
  tokens: 20,
  reasoning: 0,
  cite: 0,
  quote: false,
  tools: 0,
  calls: 1,
  tool: null,
  written: null,
  badjson: false,
  error: null,
  retryafter: null,
  errors: null,
  errorat: null,
  streamerror: null,
  hang: null,
  cut: null,
  nofinish: false,
  empty: false,
  length: false,
  filter: false,
  context: null,
  dimensions: 384,
};

/**
 * Parses `fake/ttft=50,gap=2,tokens=400,tools=1,error=429,hang,cut=123`. A word without its number means 0 (`hang`: at
 * once). Null if the name has another form or an unknown word, like a model that does not exist.
 *
 * ```ts
 * import { fakeBehaviour } from '@ibid/core/testing';
 *
 * console.log(fakeBehaviour('fake/tokens=20,gap=5')); // what a model of the fake server does, from its name
 * ```
 */
export function fakeBehaviour(model: string): FakeBehaviour | null {
  if (!model.startsWith('fake/')) return null;
  const behaviour: FakeBehaviour = { ...NORMAL };
  for (const word of model.slice('fake/'.length).split(',')) {
    if (word === '' || word === 'plain') continue;
    const [key = '', value] = word.split('=', 2);
    if (key in FLAGS) behaviour[key as keyof typeof FLAGS] = true;
    else if (key in NUMBERS && (value === undefined || /^\d+$/.test(value))) {
      behaviour[key as keyof typeof NUMBERS] = Number(value ?? 0);
    } else if (key === 'tool' && value) behaviour.tool = value;
    else if (key === 'written' && (value === 'json' || value === 'xml')) behaviour.written = value;
    else return null;
  }
  return behaviour;
}
