import type { JsonValue } from '../messages/json-value.js';

/** JSON with sorted keys, so that equal values give equal texts. */
export function stableJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${stableJson(value[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}
