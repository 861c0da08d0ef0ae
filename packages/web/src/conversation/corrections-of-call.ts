import type { CallView } from '@ibid/core/turn-view';
import type { Correction } from '@ibid/retrieval/internal';

/** What a search says it looked for instead of mistyped words. Tools are free in what they send: other forms are none. */
export function correctionsOfCall(call: Pick<CallView, 'result'>): Correction[] {
  const told = call.result?.figures?.['corrected'];
  if (!Array.isArray(told)) return [];
  return told.flatMap((entry): Correction[] => {
    if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return [];
    const { typed, found } = entry;
    if (typeof typed !== 'string' || !Array.isArray(found)) return [];
    return [{ typed, found: found.filter((word) => typeof word === 'string') }];
  });
}
