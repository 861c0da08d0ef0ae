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
  /** How it answers, as with the fake of OpenAI; default as its own name says. */
  behaves?: string;
  /** What it takes; a longer request is refused in the provider's own words. Default 131,072. */
  window?: number;
  /** False: a request that offers tools is refused. */
  takesTools?: boolean;
  /** For search by meaning. */
  embeds?: boolean;
}

export type FakeRefusal =
  | { why: 'key' }
  | { why: 'model'; model: string }
  | { why: 'window'; window: number; tokens: number }
  | { why: 'tools' }
  | { why: 'failure'; status: number };

/** How one kind of provider speaks. Everything is read into OpenAI's words, so that one plan serves all. */
export interface FakeDialect {
  /** What is put behind the host to make the address that people enter. */
  base: string;
  keyOf: (headers: IncomingHttpHeaders) => string | undefined;
  /** Paths that need no key. */
  open?: readonly string[];
  /** True: whatever model is named, the one that is loaded answers. */
  answersAnyName?: boolean;
  /** Answer to a GET; null where there is nothing. */
  look: (path: string, models: readonly Required<FakeProviderModel>[]) => object | null;
  /** What a POST asks for; null where it is no chat. */
  read: (path: string, body: Record<string, unknown>) => ChatRequest | null;
  events: (plan: PlannedAnswer, request: ChatRequest) => Iterable<string>;
  whole: (plan: PlannedAnswer, request: ChatRequest) => object;
  refuse: (refusal: FakeRefusal) => { status: number; body: object | string };
}

export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  return headers.authorization?.replace(/^Bearer /u, '');
}

/** One event of a stream, with a name where the dialect has names. */
export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

export function partText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part) => (part as { text?: string }).text ?? '').join('');
}
