import { compareAmounts, type Amount } from './amount.js';
import type { ClaimTerm } from './claim-terms.js';
import { FAMILY_LETTERS, type PreparedText } from './prepared-text.js';
import { synonymsOf } from './synonyms.js';
import type { TermMatch, TermMatches } from './term-match.js';

/** Share of the longer form that two words must have as a common prefix: `Vertrag`, `Vertrages`. */
const MIN_ALIKE = 0.7;
const ANOTHER_AMOUNT = 0.9;
const SYNONYM = 0.85;
const IN_CONTEXT: TermMatch = { strength: 0.8, positions: [] };

export function matchTerms(terms: readonly ClaimTerm[], text: PreparedText): TermMatches {
  return terms.map(
    ({ term, kind, amount }) =>
      text.occurrences.get(term) ??
      (amount
        ? anotherAmount(amount, text)
        : kind === 'number'
          ? null
          : (anotherForm(term, text) ?? synonym(term, text))) ??
      inContext(term, text),
  );
}

/** The same amount in another form: rounded, with a bound, without its unit. */
function anotherAmount(amount: Amount, text: PreparedText): TermMatch | null {
  const positions = text.amounts.filter((index) => {
    const other = text.tokens[index]?.amount;
    const agreement = other ? compareAmounts(amount, other) : 'incomparable';
    return agreement === 'same' || agreement === 'unitless';
  });
  return positions.length > 0 ? { strength: ANOTHER_AMOUNT, positions } : null;
}

/** `KH-07` is not a form of `KH-03`. */
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

function anotherForm(term: string, text: PreparedText): TermMatch | null {
  if (term.length < FAMILY_LETTERS) return null;
  const family = text.families.get(term.slice(0, FAMILY_LETTERS));
  if (!family) return null;
  let best: TermMatch | null = null;
  for (const other of family) {
    let alike = FAMILY_LETTERS;
    while (alike < term.length && term.charCodeAt(alike) === other.charCodeAt(alike)) alike++;
    if (isDigit(term.charCodeAt(alike)) || isDigit(other.charCodeAt(alike))) continue;
    const share = alike / Math.max(term.length, other.length);
    if (share >= MIN_ALIKE && share > (best?.strength ?? 0))
      best = { strength: share, positions: text.occurrences.get(other)?.positions ?? [] };
  }
  return best;
}

function synonym(term: string, text: PreparedText): TermMatch | null {
  const positions: number[] = [];
  for (const other of synonymsOf(term)) {
    const there = text.occurrences.get(other)?.positions;
    if (there) positions.push(...there);
  }
  return positions.length > 0
    ? { strength: SYNONYM, positions: positions.sort((left, right) => left - right) }
    : null;
}

function inContext(term: string, text: PreparedText): TermMatch | null {
  return text.context.has(term) ? IN_CONTEXT : null;
}
