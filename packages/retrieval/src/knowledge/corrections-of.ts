import type { JsonValue } from '@ibid/core';
import type { SearchHit } from './knowledge-store.js';

/** A mistyped word of a query and what was searched for instead, most frequent first. */
export interface Correction {
  typed: string;
  found: string[];
}

/** A word has two neighbours in spelling at most, but each may be in several forms. */
const MOST_FORMS = 3;

/**
 * What was searched for instead of what was typed, as the hits tell it: a word that is in none of them is not named,
 * so nothing is told of documents that the person may not see.
 */
export function correctionsOf(hits: readonly Pick<SearchHit, 'corrected'>[]): Correction[] {
  const byTyped = new Map<string, Map<string, number>>();
  for (const { typed, found } of hits.flatMap((hit) => hit.corrected ?? [])) {
    const uses = byTyped.get(typed) ?? new Map<string, number>();
    byTyped.set(typed, uses.set(found, (uses.get(found) ?? 0) + 1));
  }
  return [...byTyped].map(([typed, uses]) => ({
    typed,
    found: [...uses]
      .toSorted(([, left], [, right]) => right - left)
      .slice(0, MOST_FORMS)
      .map(([word]) => word),
  }));
}

/** One sentence for people and models. */
export function tellCorrections(corrections: readonly Correction[]): string {
  return corrections
    .map(
      ({ typed, found }) =>
        `Searched for ${found.map(inQuotes).join(' and ')} instead of ${inQuotes(typed)}.`,
    )
    .join(' ');
}

const inQuotes = (word: string) => `“${word}”`;

/** What comes before the documents in a tool's result; nothing where nothing was corrected. */
export function correctionFigures(corrections: readonly Correction[]): Record<string, JsonValue> {
  if (corrections.length === 0) return {};
  return {
    corrected: corrections.map(({ typed, found }) => ({ typed, found })),
    note: `${tellCorrections(corrections)} A word in quotation marks is searched as it is typed.`,
  };
}

/**
 * The corrections that a tool's result tells of, e.g. in what a client was sent; none where it has another form.
 */
export function correctionsIn(figures: Record<string, unknown> | null): Correction[] {
  const told = figures?.['corrected'];
  if (!Array.isArray(told)) return [];
  return told.flatMap((entry: unknown): Correction[] => {
    const { typed, found } = (entry ?? {}) as Partial<Record<string, unknown>>;
    if (typeof typed !== 'string' || !Array.isArray(found)) return [];
    return [{ typed, found: found.filter((word) => typeof word === 'string') }];
  });
}
