import type { IncomingHttpHeaders } from 'node:http';
import type { ChatRequest } from '../fake-openai/chat-request.js';
import type { PlannedAnswer } from '../fake-openai/plan-answer.js';

/**
 * A model of a fake provider.
 *
 * ```ts
 * import type { FakeProviderModel } from '@ibid/core/testing';
 *
 * const local: FakeProviderModel = { name: 'qwen3-8b', behaves: 'fake/quote', window: 8_192 };
 * ```
 */
export interface FakeProviderModel {
  name: string;
  /** How it answers, as with the fake OpenAI server. Default: as its own name says. */
  behaves?: string;
  /** Its window; a longer request is refused in the provider's own words. Default 131,072. */
  window?: number;
  /** False: a request that offers tools is refused. */
  takesTools?: boolean;
  /** Whether it is an embedding model. */
  embeds?: boolean;
}

export type FakeRefusal =
  | { why: 'key' }
  | { why: 'model'; model: string }
  | { why: 'window'; window: number; tokens: number }
  | { why: 'tools' }
  | { why: 'failure'; status: number };

/** The protocol of one kind of provider. All requests are translated to OpenAI's format, so one plan serves all. */
export interface FakeDialect {
  /** The path after the host in the address that people enter. */
  base: string;
  keyOf: (headers: IncomingHttpHeaders) => string | undefined;
  /** Paths that need no key. */
  open?: readonly string[];
  /** True: the loaded model answers, whatever model is named. */
  answersAnyName?: boolean;
  /** Answer to a GET; null if the path does not exist. */
  look: (path: string, models: readonly Required<FakeProviderModel>[]) => object | null;
  /** The chat request of a POST; null if it is not a chat. */
  read: (path: string, body: Record<string, unknown>) => ChatRequest | null;
  events: (plan: PlannedAnswer, request: ChatRequest) => Iterable<string>;
  whole: (plan: PlannedAnswer, request: ChatRequest) => object;
  refuse: (refusal: FakeRefusal) => { status: number; body: object | string };
}

export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  return headers.authorization?.replace(/^Bearer /u, '');
}

/** One event of a stream, with a name if the dialect has names. */
export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

export function partText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part) => (part as { text?: string }).text ?? '').join('');
}
