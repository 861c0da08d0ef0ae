import type { JsonValue } from '../messages/json-value.js';

const MOST_VALUES = 1_000_000;

/**
 * A copy that the caller can no longer change. Omits what is not JSON (functions, cycles). Undefined if nothing is
 * left.
 */
export function copyJson(value: unknown): JsonValue | undefined {
  return copy(value, { above: new Set(), left: MOST_VALUES });
}

function copy(value: unknown, state: { above: Set<object>; left: number }): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // JSON has no negative zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== 'object' || state.above.has(value) || state.left-- <= 0) return undefined;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  state.above.add(value);
  const copied = Array.isArray(value)
    ? value.map((entry) => copy(entry, state) ?? null)
    : copyRecord(value, state);
  state.above.delete(value);
  return copied;
}

function copyRecord(
  value: object,
  state: { above: Set<object>; left: number },
): { [key: string]: JsonValue } {
  const record: { [key: string]: JsonValue } = {};
  for (const [key, entry] of Object.entries(value)) {
    const copied = copy(entry, state);
    // Assigning `__proto__` would set the prototype.
    if (copied !== undefined && key !== '__proto__') record[key] = copied;
  }
  return record;
}
