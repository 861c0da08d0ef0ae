import type { JsonValue } from '@ibid/core';
import { texts } from '../texts/en.js';

const names: [RegExp, string][] = [
  [/^(class|queryClass|kind)$/, texts.retrieval.class],
  [/^strategy$/, texts.retrieval.strategy],
  [/^(steps|stepCount)$/, texts.retrieval.steps],
  [/^searches$/, texts.retrieval.searches],
  [/^(tokens|totalTokens)$/, texts.retrieval.tokens],
];

/** Short facts that a tool's data tells about its run, each once, the latest one that was told. */
export function factsOf(data: readonly JsonValue[]): [string, string][] {
  const facts = new Map<string, string>();
  for (const value of data) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) continue;
    for (const [key, entry] of Object.entries(value)) {
      const name = names.find(([pattern]) => pattern.test(key))?.[1];
      if (name === undefined) continue;
      if (typeof entry === 'string' || typeof entry === 'number') facts.set(name, String(entry));
      else if (Array.isArray(entry)) facts.set(name, String(entry.length));
    }
  }
  return [...facts];
}
