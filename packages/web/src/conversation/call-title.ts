import type { JsonValue } from '@ibid/core';
import { texts } from '../texts/en.js';
import type { CallView } from '@ibid/core/turn-view';

/** What a call does, in words: its title, or the known name of its tool; with the query where there is one. */
export function callTitle(call: CallView): string {
  const name = call.title ?? texts.tools.names[call.toolName] ?? call.toolName.replaceAll('_', ' ');
  const query = queryOf(call);
  return query === null ? name : `${name}: ${query}`;
}

function queryOf(call: CallView): string | null {
  const input: JsonValue | null = call.input ?? parsed(call.inputText);
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null;
  for (const name of ['query', 'pattern', 'url', 'fd', 'ref_id', 'name']) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function parsed(text: string): JsonValue | null {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
