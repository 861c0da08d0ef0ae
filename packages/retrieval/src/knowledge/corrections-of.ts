import type { JsonValue } from '@ibid/core';
import type { SearchHit } from './knowledge-store.js';

/** A mistyped word of a query and what was searched instead, most frequent first. */
export interface Correction {
  typed: string;
  found: string[];
}

/** A word has at most two corrections, but each may occur in several forms. */
const MOST_FORMS = 3;

/**
 * The corrections that occur in the hits. A word in none of them is not named, so this reveals nothing about documents
 * the person may not see.
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

/** Comes before the documents in a tool's result; empty without corrections. */
export function correctionFigures(corrections: readonly Correction[]): Record<string, JsonValue> {
  if (corrections.length === 0) return {};
  return {
    corrected: corrections.map(({ typed, found }) => ({ typed, found })),
    note: `${tellCorrections(corrections)} A word in quotation marks is searched as it is typed.`,
  };
}

/**
 * Reads the corrections from the figures of a tool's result, for example in a client. Empty if they have another form.
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

/** A text with the words that were searched instead of mistyped ones. */
export function asCorrected(text: string, corrections: readonly Correction[]): string {
  return corrections.reduce(
    (left, { typed, found }) =>
      left.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
        word.toLowerCase() === typed.toLowerCase() ? (found[0] ?? word) : word,
      ),
    text,
  );
}
