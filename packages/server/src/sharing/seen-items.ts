import { originItemId, type JsonValue, type TurnStep } from '@ibid/core/internal';
import type { TurnView } from '@ibid/core/turn-view';

/**
 * KB-5: items that a turn is known to have read besides its numbered sources. What search agents looked at is in their
 * trajectory, and their words may reveal it.
 */
export function seenItems(options: { view: TurnView; steps: readonly TurnStep[] }): Set<string> {
  const seen = new Set<string>();
  const note = (itemId: string) => seen.add(itemId).add(originItemId(itemId));
  for (const { calls } of options.steps)
    for (const { outcome } of calls) for (const { itemId } of outcome?.chunks ?? []) note(itemId);
  for (const block of options.view.blocks) {
    if (block.kind !== 'tools') continue;
    for (const { sources, progress, result } of block.calls) {
      for (const { itemId } of sources) note(itemId);
      const trajectory = fieldOf(result?.data ?? null, 'trajectory');
      const steps = fieldOf(trajectory, 'steps');
      const told = [...progress.map(({ data }) => data ?? null), ...(Array.isArray(steps) ? steps : [])];
      for (const step of told) {
        const ids = fieldOf(step, 'seen');
        if (Array.isArray(ids)) for (const id of ids) if (typeof id === 'string') seen.add(id);
      }
    }
  }
  return seen;
}

function fieldOf(value: JsonValue, name: string): JsonValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value[name] ?? null) : null;
}
