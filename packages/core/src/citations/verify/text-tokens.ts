import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { alignClaim } from './align-claim.js';
import { isYear, type Amount } from './amount.js';
import { findDisagreements } from './disagreement.js';
import { preparedChunk } from './prepared-chunk.js';
import { preparedClaim } from './prepared-claim.js';
import { regionOf } from './region.js';
import { synonymsOf } from './synonyms.js';
import { TermWeights } from './term-weights.js';
import { tokenizeClaim } from './tokenize-claim.js';
import { currencyOf, unitOf } from './units.js';

/** A word, a name or an amount of a text, as the check of claims reads it. `text.slice(start, end)` is how it is written. */
export interface TextToken {
  /** The form in which it is compared: without case, accents and endings; amounts in one spelling. */
  term: string;
  start: number;
  end: number;
  isName: boolean;
  /** It says nothing about what a sentence claims: `the`, `of`. */
  isStop: boolean;
  amount: TextAmount | null;
}

/** A number with what it measures, or a date. */
export interface TextAmount {
  /** `length`, `money`, `date`, `clock` and others; empty for a bare number. */
  kind: string;
  /** In the first unit of its kind: metres, grams, seconds. */
  value: number;
  /** The number itself, in the unit that is written. */
  written: number;
  currency?: string;
  date?: { year?: number; month?: number; day?: number };
}

/** The words, names and amounts of a text, in order; an amount is one token with its unit, a date too. */
export function readTokens(text: string): TextToken[] {
  return tokenizeClaim(text).map(({ term, kind, start, end, form, amount }) => ({
    term,
    start,
    end,
    isName: kind === 'name',
    isStop: form?.isStop ?? false,
    amount: amount ? textAmount(amount) : kind === 'number' ? bareNumber(term) : null,
  }));
}

function textAmount({ kind, value, written, currency, date }: Amount): TextAmount {
  const year = kind === '' && isYear(value) ? { year: value } : undefined;
  const known = date ?? year;
  return { kind, value, written, ...(currency !== undefined && { currency }), ...(known && { date: known }) };
}

function bareNumber(term: string): TextAmount | null {
  const value = Number(term);
  return Number.isFinite(value) ? textAmount({ kind: '', value, written: value }) : null;
}

/** Terms that say nearly the same as one of `readTokens`. */
export function termsLike(term: string): readonly string[] {
  return synonymsOf(term);
}

/** What a unit measures, and how an amount of its kind is put into it: `(value - offset) / factor`; null where it is not known. */
export function unitNamed(
  name: string,
): { kind: string; factor: number; offset: number; currency?: string } | null {
  const written = name.trim();
  const currency = currencyOf(written, written.toLowerCase());
  if (currency !== undefined) return { kind: 'money', factor: 1, offset: 0, currency };
  const unit = unitOf(written, written.toLowerCase());
  return unit ? { kind: unit.kind, factor: unit.factor, offset: unit.offset ?? 0 } : null;
}

/** Whether a text says the opposite of a statement: denies it, or has the word for the contrary. */
export function saysOpposite(options: { statement: string; chunk: RetrievedChunk }): boolean {
  const { terms } = preparedClaim(options.statement);
  const text = preparedChunk(options.chunk);
  const alignment = alignClaim(terms, text, new TermWeights([text]).of(terms), -1);
  if (!alignment) return false;
  return findDisagreements(regionOf(terms, alignment)).some(
    ({ kind }) => kind === 'negation' || kind === 'opposite',
  );
}
