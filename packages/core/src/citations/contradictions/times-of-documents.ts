import type { Quantity } from './quantity.js';
import type { Statement } from './statement.js';

const DATED = new Set(
  'dated date datum on of the this vom am des dieses visit meeting inspection survey report document letter issue issued certificate record release released printed bericht berichts dokuments schreibens ausgestellt'.split(
    ' ',
  ),
);
const FOLLOWING = /^\P{L}*(?:the\s+)?(?:next|following|upcoming|nächste\p{L}*)\s+[\p{L}\s-]{2,40}:/iu;

/** Whether it is the date that the metadata of the document give it, on a line of its own or as its first words. */
export function isOwnDate({ chunk, run, text }: Statement, { kind, low, first, last }: Quantity): boolean {
  const own = chunk.metadata?.['date'];
  const { year, month, day } = low.date ?? {};
  if (kind !== 'date' || typeof own !== 'string' || year === undefined || !month || !day) return false;
  const written = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
  const [start, end] = [run.tokens[first]?.start ?? 0, run.tokens[last]?.end ?? 0];
  const isApart = /(?:^|\n)\s*$/u.test(text.slice(0, start)) && /^\s*(?:\n|$)/u.test(text.slice(end));
  return isApart && own.startsWith(written);
}

/** `Dated 3 February 2025, between …`, `Next meeting: 20 March 2025`: each document has its own. */
export function isTimeOfDocument({ run, text }: Statement, { kind, first, last }: Quantity): boolean {
  if (kind !== 'date') return false;
  if (FOLLOWING.test(text)) return true;
  for (let at = 0; at < first; at++) if (!DATED.has(run.word(at))) return false;
  // If the sentence continues, it reports what happened on that day.
  return /^[^\S\n]*(?:$|[.;|\n]|,\s*(?:$|between\s|zwischen\s|\p{Lu}))/u.test(
    text.slice(run.tokens[last]?.end ?? 0),
  );
}

const BESIDE_NAMES = new Set(
  'from to of the and for at in on dated von an der die und für in am den'.split(' '),
);

/** `From Ada Finch to Jo Lund, 28 May 2026`: the head of a letter has only names and a date, and claims nothing. */
export function isHeadOfLetter({ run, text }: Statement, { kind, first, last }: Quantity): boolean {
  if (kind !== 'date' || first === 0 || text.startsWith('|')) return false;
  if (!/^\W*$/u.test(text.slice(run.tokens[last]?.end ?? 0))) return false;
  return run.tokens.every(
    ({ amount }, at) =>
      at >= first ||
      (amount === undefined && (/^\p{Lu}/u.test(run.written(at)) || BESIDE_NAMES.has(run.word(at)))),
  );
}

/** Rows below headings, or in lists, that name different years: the price of 2024 and that of 2025. */
export function areOfOtherTimes(one: Statement, other: Statement): boolean {
  const isRow = one.text.startsWith('|') && other.text.startsWith('|');
  return (
    areApart(one.years, other.years) ||
    (isRow && areApart(one.name.match(YEAR) ?? [], other.name.match(YEAR) ?? []))
  );
}

const OF_A_DAY =
  /\b(?:minutes|meeting|committee|council|board|log|diary|visit|inspection|incident|protokoll|sitzung|begehung)\b/iu;
const DAY =
  /\b(?:\d{4}-\d\d-\d\d|\d{1,2}\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)\p{L}*)\b/iu;
const TOLD_OF_THEN = /\b(?:was|were|had|present|attended|war|waren|anwesend)\b/iu;

/** `18 members were present`, on two days: each meeting reports about itself, so only a reader can decide. */
export function areOfTwoMeetings(one: Statement, other: Statement): boolean {
  const days = [one, other].map(({ name }) => DAY.exec(name)?.[0].toLowerCase());
  if (days[0] === undefined || days[1] === undefined || days[0] === days[1]) return false;
  return [one, other].every(({ name, text }) => OF_A_DAY.test(name) && TOLD_OF_THEN.test(text));
}

const areApart = (ours: readonly string[], theirs: readonly string[]) =>
  ours.length > 0 && theirs.length > 0 && !ours.some((year) => theirs.includes(year));

const YEAR = /(?<![\d.,])(?:19|20)\d{2}(?![\d,])/g;
const RULE = /^\s*\|?\s*:?-{3,}/;

/** The years in the column headings of a row; empty for a sentence. */
export function yearsAbove(text: string, start: number): string[] {
  if (text[start] !== '|') return [];
  const above = text.slice(0, start).split('\n');
  const rule = above.findLastIndex((line) => RULE.test(line));
  const isOneTable = above.slice(rule + 1).every((line) => line === '' || line.startsWith('|'));
  return rule < 1 || !isOneTable ? [] : (above[rule - 1]?.match(YEAR) ?? []);
}
