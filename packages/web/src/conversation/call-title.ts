import type { JsonValue } from '@ibid/core';
import { texts } from '../texts/texts.js';
import type { CallView } from '@ibid/core/turn-view';

/** What a call does, in words: the known name of its tool or its title, with the query if any. */
export function callTitle(call: CallView): string {
  const name = callName(call);
  const query = queryOf(call);
  return query === null ? name : `${name}: ${query}`;
}

/** The name without the query. */
export function callName(call: CallView): string {
  return texts.tools.names[call.toolName] ?? call.title ?? call.toolName.replaceAll('_', ' ');
}

/** Handles (`fd:3`) are for models; their text can be opened from the result. */
function queryOf(call: CallView): string | null {
  const input: JsonValue | null = call.input ?? parsed(call.inputText);
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null;
  for (const name of ['query', 'pattern', 'url', 'ref_id', 'name']) {
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
