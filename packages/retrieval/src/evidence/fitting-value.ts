import type { AskedQuestion } from './asked-question.js';
import type { EvidenceSentence } from './evidence-document.js';
import type { ValueCandidate } from './value-candidates.js';

const OF_MONEY =
  /\b(?:price|prices|fee|fees|cost|costs|rent|charge|charges|premium|salary|remuneration|preis|gebühr|kosten|miete|vergütung|entgelt|prämie|gehalt)\b/iu;
const HOW_MUCH = /\bhow (?:much|high)\b|\bwie (?:viel|hoch)\b/iu;
const OFF =
  /\b(?:credit(?:ed|s)?|discount(?:ed|s)?|deduct\p{L}*|refund\p{L}*|rebates?|reimburs\p{L}*|arrears|gutgeschrieben|gutschrift|nachlass|rabatt|erstatt\p{L}*)\b/iu;
const OF_A_YEAR =
  /\b(?:annual|annually|yearly|(?:per|a|each) (?:year|annum)|jährlich\p{L}*|jahres\p{L}*)\b/iu;
/** `3.20 euros per square metre` is no price of a year. */
const PER_OTHER =
  /^[^.;,]{0,20}?\s(?:per|pro|je|\/)\s*(?!year|annum|jahr|a\b)\p{L}+|^\s?\/\s?(?!year|a\b)\p{L}+/iu;
const OF_A_PERIOD =
  /\b(?:notice|trial|probation\p{L}*|retention|warranty|payment|lease|loan|cooling-off|waiting)\s+period\b|\bhow long\b|\bduration\b|\b\p{L}*(?:frist|dauer|laufzeit)\b/iu;
const PERIOD =
  /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|an?|ein\p{L}*|zwei|drei|vier|sechs|acht|zwölf)(?:\s*\(\d+\))?[\s-]+(?:(?:working|business|calendar|full|whole|volle\p{L}*)\s+)?(?:hour|day|night|week|fortnight|month|quarter|year|stunde|tag|woche|monat|jahr)/iu;

/** Whether a value is what a question asks for, as far as its form tells: money for a price, a length of time for a period. */
export function isFitting(
  { own }: AskedQuestion,
  { text, tokens, cells }: EvidenceSentence,
  { written, number }: ValueCandidate,
): boolean {
  if (number === null) {
    if (HOW_MUCH.test(own) && OF_MONEY.test(own) && cells === null)
      return tokens.some(({ amount }) => amount?.kind === 'money');
    return !OF_A_PERIOD.test(own) || cells !== null || PERIOD.test(text);
  }
  if (!OF_MONEY.test(own)) return true;
  const token = tokens.find(({ amount, start, end }) => amount && written.endsWith(text.slice(start, end)));
  const kind = token?.amount?.kind ?? '';
  // The header of a table may say of what its figures are.
  if (kind !== 'money' && !(kind === '' && cells !== null)) return false;
  return !(OF_A_YEAR.test(own) && token && PER_OTHER.test(text.slice(token.end)));
}

/** Why an amount is at best weak: what is taken off the rent is no rent. */
export function doubtOfShare({ own, words }: AskedQuestion, { text }: EvidenceSentence): string | null {
  const taken = OFF.exec(text)?.[0];
  if (taken === undefined || !OF_MONEY.test(own) || OFF.test(own)) return null;
  return `The claim says “${words}”, but the passage says “${taken}”.`;
}

/** Why a date is at best weak: a year in a column of years is of the row, and not of what is asked. */
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
