import { readTokens } from '@ibid/core/internal';
import type { AskedQuestion } from './asked-question.js';
import type { EvidenceSentence } from './evidence-document.js';
import { askedWith, leavesOut } from './included.js';
import { timesIn } from './said-of.js';
import type { ValueCandidate } from './value-candidates.js';

const OF_MONEY =
  /\b(?:price|prices|fee|fees|cost|costs|rent|charge|charges|premium|salary|salaries|wage|wages|stipend|remuneration|VAT|preis|gebühr|kosten|miete|vergütung|entgelt|prämie|gehalt|lohn|MwSt)\b/iu;
const HOW_MUCH = /\bhow (?:much|high)\b|\bwie (?:viel|hoch)\b/iu;
const OFF =
  /\b(?:credit(?:ed|s)?|discount(?:ed|s)?|deduct\p{L}*|refund\p{L}*|rebates?|reimburs\p{L}*|arrears|gutgeschrieben|gutschrift|nachlass|rabatt|erstatt\p{L}*)\b/iu;
const OF_A_YEAR =
  /\b(?:annual|annually|yearly|(?:per|a|each) (?:year|annum)|jährlich\p{L}*|jahres\p{L}*)\b/iu;
const OF_THE_YEAR = new RegExp(`${OF_A_YEAR.source}|\\bfor (?:the|one) year\\b`, 'iu');
/** `3.20 euros per square metre`, `£310 a month` and `£8 for each hire` are not yearly prices. */
const PER_OTHER =
  /^[^.;,\d]{0,30}?\s(?:(?:per|pro|je|\/)\s*(?!year|annum|jahr|a\b)\p{L}+|(?:an?|every|im)\s+(?:hour|day|night|week|fortnight|month|quarter|stunde|tag|woche|monat|quartal)\b|(?:for\s+)?each\s+(?!year)\p{L}+)|^\s?\/\s?(?!year|a\b)\p{L}+/iu;
const OF_A_SHORTER =
  /\b(?:hourly|daily|nightly|weekly|monthly|quarterly|stündlich|täglich|wöchentlich|monatlich|vierteljährlich)/iu;
/** `For weddings the fee is …`: a special case. */
const OF_A_CASE =
  /^(?:[-*+•]\s+|\(?[\da-z]{1,3}[.)]\s+)*(?:for|in case of|bei|für)\s+(?<of>\p{L}+)|\b(?:fees?|charges?|rates?)\s+(?:for|per)\s+(?:an?\s+|each\s+|the\s+)?(?<own>\p{L}+)/iu;
/** Payments with a specific name. A cost is not necessarily a fee. */
const OWN_NAME =
  /\b(?:fees?|rent|premium|salary|salaries|wages?|stipend|remuneration|gebühr\p{L}*|miete|prämie|gehalt|lohn|vergütung)(?!\p{L})/iu;
const EARNED = /\b(?:salary|salaries|wages?|stipend|remuneration|gehalt|lohn)\b/iu;
/** `Weddings pay £260`: the payer does not earn it. `Her pay is £260` is different. */
const PAYS =
  /(?<!\b(?:the|his|her|their|our|your|my|its|monthly|yearly|annual|weekly|hourly|basic|of)\s)\bpays?\b/iu;
const COSTS = /\b(?:costs?|fees?|prices?|rent|premium|charges?)\b/iu;

export function isMoneyWord(word: string): boolean {
  return OF_MONEY.test(word);
}

/** A salary is not a fee, and a cost is not a salary. */
export function isOfAnotherPrice({ own }: AskedQuestion, { text }: EvidenceSentence): boolean {
  return EARNED.test(own) && (COSTS.test(text) || PAYS.test(text));
}

/** Why an amount of money is at best weak: the passage does not use this name, or does not say that it is yearly. */
export function doubtOfMoney({ own }: AskedQuestion, sentence: EvidenceSentence): string | null {
  const name = OWN_NAME.exec(own)?.[0];
  if (name === undefined) return null;
  if (!isNamed(name, sentence)) return `The passage does not have “${name}”.`;
  const yearly = OF_A_YEAR.exec(own)?.[0];
  return yearly === undefined || saysYearly(sentence) ? null : `The passage does not have “${yearly}”.`;
}

function isNamed(name: string, { terms, context }: EvidenceSentence): boolean {
  return readTokens(name).some(({ term }) => terms.has(term) || context.has(term));
}

function saysYearly({ text, header }: EvidenceSentence): boolean {
  return OF_THE_YEAR.test(text) || (header?.names.some((column) => OF_THE_YEAR.test(column)) ?? false);
}

const OF_A_PERIOD =
  /\b(?:notice|trial|probation\p{L}*|retention|warranty|payment|lease|loan|cooling-off|waiting)\s+period\b|\bhow (?:long|much notice)\b|\b(?:what|which) notice\b|\bduration\b|\b\p{L}*(?:frist|dauer|laufzeit)\b/iu;
const PERIOD =
  /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|an?|ein\p{L}*|zwei|drei|vier|sechs|acht|zwölf)(?:\s*\(\d+\))?[\s-]+(?:(?:working|business|calendar|full|whole|volle\p{L}*)\s+)?(?:hour|day|night|week|fortnight|month|quarter|year|stunde|tag|woche|monat|jahr)/iu;

/** Whether a value has the form that the question asks for: money for a price, a duration for a period. */
export function isFitting(
  question: AskedQuestion,
  sentence: EvidenceSentence,
  { written, number }: ValueCandidate,
): boolean {
  const { own } = question;
  const { text, tokens, cells } = sentence;
  if (leavesOut(sentence, askedWith(own))) return false;
  if (OF_A_YEAR.test(own) && OF_MONEY.test(own) && isOfNoYear(question, sentence)) return false;
  if (EARNED.test(own) && !EARNED.test(text) && PAYS.test(text)) return false;
  if (number === null) {
    const figure = tokens.find(({ amount }) => amount?.kind === 'money');
    if (OF_A_YEAR.test(own) && OF_MONEY.test(own) && figure && PER_OTHER.test(text.slice(figure.end)))
      return false;
    if (HOW_MUCH.test(own) && OF_MONEY.test(own) && cells === null)
      return tokens.some(({ amount }) => amount?.kind === 'money');
    return !OF_A_PERIOD.test(own) || cells !== null || PERIOD.test(text) || timesIn(sentence).length > 0;
  }
  if (!OF_MONEY.test(own)) return true;
  const token = tokens.find(({ amount, start, end }) => amount && written.endsWith(text.slice(start, end)));
  const kind = token?.amount?.kind ?? '';
  // The header of a table may name the currency.
  if (kind !== 'money' && !(kind === '' && cells !== null)) return false;
  return !(OF_A_YEAR.test(own) && token && PER_OTHER.test(text.slice(token.end)));
}

/**
 * The sentence does not say that the amount is yearly, and either gives a shorter period or a special case, or lacks
 * the name asked for.
 */
function isOfNoYear({ own: asked, terms }: AskedQuestion, sentence: EvidenceSentence): boolean {
  const { text } = sentence;
  if (saysYearly(sentence)) return false;
  const name = OWN_NAME.exec(asked)?.[0];
  if (name !== undefined && !isNamed(name, sentence)) return true;
  const { of, own } = OF_A_CASE.exec(text)?.groups ?? {};
  const isAsked = readTokens(of ?? own ?? '').some(({ term }) =>
    terms.some((one) => one.term === term || one.like.has(term)),
  );
  const isCase = (of ?? own) !== undefined && !/^(?:year|jahr)$/iu.test(of ?? own ?? '') && !isAsked;
  return isCase || OF_A_SHORTER.test(text);
}

/** Why an amount is at best weak: a deduction from the rent is not the rent. */
export function doubtOfShare({ own, words }: AskedQuestion, { text }: EvidenceSentence): string | null {
  const taken = OFF.exec(text)?.[0];
  if (taken === undefined || !OF_MONEY.test(own) || OFF.test(own)) return null;
  return `The claim says “${words}”, but the passage says “${taken}”.`;
}

/** Why a date is at best weak: in a column of years, the year belongs to the row, not to what is asked. */
export function doubtOfYear(
  { own, words }: AskedQuestion,
  { cells, header }: EvidenceSentence,
  { value }: ValueCandidate,
): string | null {
  if (cells === null || !/^\d{4}$/u.test(value) || /\b(?:year|jahr)\b/iu.test(own)) return null;
  const column = header?.names[cells.findIndex((cell) => cell.trim() === value)]?.trim();
  const asked = words.split(/\s+/u).at(-1) ?? words;
  if (column === undefined || column.toLowerCase().includes(asked.toLowerCase())) return null;
  return `The claim says “${asked}”, but the passage says “${column}”.`;
}
