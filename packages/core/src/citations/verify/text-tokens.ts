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

/** A word, name or amount of a text, as the claim check reads it. `text.slice(start, end)` is its written form. */
export interface TextToken {
  /** The form in which it is compared: without case, accents and endings; amounts in one spelling. */
  term: string;
  start: number;
  end: number;
  isName: boolean;
  /** It carries no meaning for the check: `the`, `of`. */
  isStop: boolean;
  amount: TextAmount | null;
}

/** A number with its unit, or a date. */
export interface TextAmount {
  /** `length`, `money`, `date`, `clock` and others; empty for a bare number. */
  kind: string;
  /** In the base unit of its kind: metres, grams, seconds. */
  value: number;
  /** The number itself, in the written unit. */
  written: number;
  currency?: string;
  date?: { year?: number; month?: number; day?: number };
}

/** The words, names and amounts of a text, in order. An amount with its unit is one token, and so is a date. */
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

/** Near-synonyms of a term from `readTokens`. */
export function termsLike(term: string): readonly string[] {
  return synonymsOf(term);
}

/**
 * The kind of a unit, and how to convert an amount of that kind to it: `(value - offset) / factor`; null if unknown.
 */
export function unitNamed(
  name: string,
): { kind: string; factor: number; offset: number; currency?: string } | null {
  const written = name.trim();
  const currency = currencyOf(written, written.toLowerCase());
  if (currency !== undefined) return { kind: 'money', factor: 1, offset: 0, currency };
  const unit = unitOf(written, written.toLowerCase());
  return unit ? { kind: unit.kind, factor: unit.factor, offset: unit.offset ?? 0 } : null;
}

/** Whether a text contradicts a statement by a denial or an opposite word. */
export function saysOpposite(options: { statement: string; chunk: RetrievedChunk }): boolean {
  const { terms } = preparedClaim(options.statement);
  const text = preparedChunk(options.chunk);
  const alignment = alignClaim(terms, text, new TermWeights([text]).of(terms), -1);
  if (!alignment) return false;
  return findDisagreements(regionOf(terms, alignment)).some(
    ({ kind }) => kind === 'negation' || kind === 'opposite',
  );
}
