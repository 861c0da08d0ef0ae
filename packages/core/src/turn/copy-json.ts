import type { JsonValue } from '../messages/json-value.js';

const DEEPEST = 64;

/** A copy that its giver can no longer change; what is not JSON is left out. Undefined when nothing is left. */
export function copyJson(value: unknown, depth = 0): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((entry) => copyJson(entry, depth + 1) ?? null);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  const copy: { [key: string]: JsonValue } = {};
  for (const [key, entry] of Object.entries(value)) {
    const copied = copyJson(entry, depth + 1);
    if (copied !== undefined) copy[key] = copied;
  }
  return copy;
}
