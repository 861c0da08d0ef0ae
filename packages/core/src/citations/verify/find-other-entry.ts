import type { Disagreement } from './disagreement.js';
import { wordsFrom } from './find-left-out.js';
import type { Region } from './region.js';
import { firstIn, idsOf, membersOf, onceIn, rangeOfSentence } from './sentence-of-claim.js';
import type { TokenRun } from './token-run.js';
import { isAdverb, isArticle, isBe, isVerbAt } from './verbs.js';

// A value that belongs to another entry: of a list, of a line with labels, of two parts of a sentence, of a column.

/** Tokens that a label before a colon may have. */
const LONGEST_LABEL = 4;
/** Labels of the claim that are compared. */
const MOST_LABELS = 20;
/** Tokens of the value after it. */
const LONGEST_VALUE = 8;
const SEPARATES = /[|;,\n]/u;
const COMMA = /[,;]/u;
const JOINS = /^(?:and|while|whereas|but|und|während|aber)$/;
const HOW_OFTEN =
  /^(?:quarter|quarterly|daily|weekly|monthly|annually|yearly|hourly|day|week|month|year|once|twice|täglich|wöchentlich|monatlich|jährlich)$/;
const QUARTER = /^Q[1-4]$/u;
const QUARTERS = ['first', 'second', 'third', 'fourth'];

export function otherEntry(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  return (
    otherLabelled(region) ??
    besideOtherName(region, sentence, ids) ??
    laterMember(region, sentence, ids) ??
    otherComplement(region)
  );
}

/** `The direct line is 5587`, where the line says `Direct line: 5520 | Mobile: 5587`. */
function otherLabelled({ claim, passage, claimed }: Region): Disagreement | null {
  let labels = 0;
  for (let colon = 0; colon + 1 < passage.tokens.length && labels < MOST_LABELS; colon++) {
    if (!passage.gapAfter(colon).includes(':')) continue;
    let first = colon;
    while (first > 0 && colon - first < LONGEST_LABEL && passage.gapAfter(first - 1) === ' ') first--;
    const label = range(first, colon + 1).filter((at) => passage.isContent(at));
    if (label.length === 0 || !label.every((at) => claimed.has(passage.term(at)))) continue;
    labels++;
    const value = valueAfter(passage, colon);
    if (value.some((at) => claimed.has(passage.term(at)))) continue;
    // The claim's own value stands after another label.
    for (const at of claim.tokens.keys()) {
      const { amount, kind } = claim.tokens[at] ?? {};
      if (!amount && kind !== 'name') continue;
      const own = passage.tokens.findIndex((_, place) => passage.term(place) === claim.term(at));
      const isSameKind = value.some((place) =>
        amount ? passage.tokens[place]?.amount?.kind === amount.kind : passage.tokens[place]?.kind === 'name',
      );
      const theirs = own === -1 ? -1 : labelBefore(passage, own);
      if (theirs !== -1 && theirs !== colon && isSameKind && passage.term(theirs) !== passage.term(colon))
        return {
          kind: 'name',
          at,
          claimed: claim.written(at),
          found: passage.words(first, value.at(-1) ?? colon),
          isCertain: false,
        };
    }
  }
  return null;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place);

function valueAfter(run: TokenRun, colon: number): number[] {
  const found: number[] = [];
  for (let at = colon + 1; at < run.tokens.length && found.length < LONGEST_VALUE; at++) {
    found.push(at);
    if (SEPARATES.test(run.gapAfter(at)) || run.endsSentence(at)) break;
  }
  return found;
}

/** The last word of the label that a value stands after; -1 if none does. */
function labelBefore(run: TokenRun, value: number): number {
  for (let at = value - 1; at >= Math.max(0, value - LONGEST_VALUE); at--) {
    const gap = run.gapAfter(at);
    if (gap.includes(':')) return at;
    if (SEPARATES.test(gap)) return -1;
  }
  return -1;
}

/** `Pascal Oduya is the captain`, where the list says `captain Dagny Moe, secretary Pascal Oduya`. */
function besideOtherName(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  const { claim, passage, termOf, claimed } = region;
  // German capitalises all nouns.
  if (claim.isGerman) return null;
  const isName = (at: number) => passage.tokens[at]?.kind === 'name';
  const isBeside = (at: number) => passage.gapAfter(at) === ' ' && !isVerbAt(passage, at);
  for (const id of ids) {
    const place = onceIn(region, id, sentence);
    if (place === -1 || isName(place) || !isBeside(place)) continue;
    if (!isName(place + 1) || claimed.has(passage.term(place + 1))) continue;
    for (const other of ids) {
      const own = firstIn(region, other, sentence);
      if (own <= 0 || !isName(own) || passage.isSameClause(own, place)) continue;
      let first = own;
      while (isName(first - 1) && passage.gapAfter(first - 1) === ' ') first--;
      const label = first - 1;
      if (!passage.isContent(label) || !isBeside(label) || claimed.has(passage.term(label))) continue;
      const at = termOf.indexOf(id);
      return {
        kind: 'name',
        at,
        claimed: claim.written(at),
        found: passage.words(label, own),
        isCertain: false,
      };
    }
  }
  return null;
}

/**
 * `Glass partitions are cleaned once every four weeks`, where that is said of windows, and then of the partitions `once
 * every quarter`. What comes before the amount may apply to both parts.
 */
function laterMember(region: Region, sentence: number, ids: readonly number[]): Disagreement | null {
  const { claim, passage, termOf, claimed } = region;
  const amountOf = (id: number) => claim.tokens[termOf.indexOf(id)]?.amount;
  const amounts = ids.filter((id) => amountOf(id) && onceIn(region, id, sentence) !== -1);
  const [amount] = amounts;
  if (amount === undefined || amounts.length !== 1) return null;
  const [from, to] = rangeOfSentence(region, sentence);
  const member = membersOf(
    from,
    to,
    (at) => at > from && (JOINS.test(passage.word(at)) || COMMA.test(passage.gapAfter(at - 1))),
  );
  const home = member.get(firstIn(region, amount, sentence)) ?? 0;
  const kind = amountOf(amount)?.kind;
  const inMember = (index: number, isIn: (at: number) => boolean) =>
    range(from, to).some((at) => member.get(at) === index && isIn(at));
  const isRival = (at: number) => {
    const other = passage.tokens[at]?.amount;
    return (
      (other !== undefined && other.kind === kind && !claimed.has(passage.term(at))) ||
      ((kind === 'time' || kind === 'months') &&
        HOW_OFTEN.test(passage.word(at)) &&
        !claimed.has(passage.term(at)))
    );
  };
  const isOwn = (at: number) =>
    passage.isContent(at) && !claimed.has(passage.term(at)) && !isVerbAt(passage, at);
  if (!inMember(home, isOwn)) return null;
  for (const id of ids) {
    const place = onceIn(region, id, sentence);
    if (place === -1 || amountOf(id)) continue;
    const later = member.get(place) ?? 0;
    if (later <= home || !inMember(later, isRival)) continue;
    const at = termOf.indexOf(id);
    return {
      kind: 'roles',
      at,
      claimed: claim.written(at),
      found: wordsFrom(passage, place),
      isCertain: false,
    };
  }
  return null;
}

/** `The best seller was the hedge shears`, where the passage has `The best seller was the folding saw`. */
function otherComplement({ claim, passage, claimed }: Region): Disagreement | null {
  const be = claim.tokens.findIndex(
    (_, at) => at > 0 && isBe(claim.word(at)) && isArticle(claim.word(at + 1)),
  );
  const own = contentAfter(claim, be + 1);
  if (be === -1 || own === -1 || !claim.isContent(be - 1)) return null;
  let other = -1;
  for (let at = 1; at < passage.tokens.length; at++) {
    if (!isBe(passage.word(at)) || passage.term(at - 1) !== claim.term(be - 1)) continue;
    if (!isArticle(passage.word(at + 1))) return null;
    for (let index = at + 1; passage.isSameClause(index, at); index++)
      if (passage.term(index) === claim.term(own)) return null;
    const theirs = contentAfter(passage, at + 1);
    if (theirs === -1 || claimed.has(passage.term(theirs)) || isAdverb(passage.word(theirs))) return null;
    other = theirs;
  }
  return other === -1
    ? null
    : {
        kind: 'name',
        at: own,
        claimed: claim.written(own),
        found: passage.words(other, other + 1),
        isCertain: false,
      };
}

function contentAfter(run: TokenRun, article: number): number {
  for (let at = article + 1; at <= article + 2; at++) if (run.isContent(at)) return at;
  return -1;
}

/** `1,940 units in the third quarter`, where the column is `Q2 units`. */
export function otherQuarter(region: Region): Disagreement | null {
  const { claim, passage, places } = region;
  const at = claim.tokens.findIndex(
    (_, index) => claim.word(index) === 'quarter' && QUARTERS.includes(claim.word(index - 1)),
  );
  if (at === -1) return null;
  const wanted = `Q${QUARTERS.indexOf(claim.word(at - 1)) + 1}`;
  for (const id of idsOf(region, (index) => claim.tokens[index]?.amount !== undefined))
    for (const place of places[id] ?? []) {
      const cell = region.cellAt(place);
      if (!cell || cell.row === 0) continue;
      const header = passage.tokens.findIndex((_, index) => {
        const other = region.cellAt(index);
        return other?.row === 0 && other.column === cell.column && QUARTER.test(passage.written(index));
      });
      if (header !== -1 && passage.written(header) !== wanted)
        return {
          kind: 'row',
          at,
          claimed: claim.words(at - 1, at),
          found: passage.written(header),
          isCertain: false,
        };
    }
  return null;
}
