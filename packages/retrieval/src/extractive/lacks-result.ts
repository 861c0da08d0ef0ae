import { uncountedWords } from './counted-kind.js';

/** Asks for a figure that is made from others. */
const RESULTS: [asked: RegExp, said: RegExp][] = [
  [
    /\b(?:what (?:is|was|are|were)|how (?:much|many|long|high|old))\b.*\b(?:average|mean|median|on average)\b|\bdurchschnitt\p{L}*/iu,
    /\b(?:average|averaged|mean|median|typical(?:ly)?)\b|durchschnitt|∅|Ø|\bim Mittel\b/iu,
  ],
  [
    /\b(?:how (?:much|many)|what (?:do|does|did))\b.*\b(?:together|altogether|combined|in total|add up)\b|\bwie ?viele?\b.*\b(?:zusammen|insgesamt)\b/iu,
    /\b(?:together|altogether|combined|total|totals|sum|in all|overall|both|insgesamt|zusammen)\b|gesamt|summe/iu,
  ],
  [
    /\b(?:which|what)\b.*\b(?:cheapest|most expensive|lowest|highest|dearest)\b|\b(?:welche[rs]?|was)\b.*\b(?:billigste|günstigste|teuerste|niedrigste|höchste)[rsn]?\b/iu,
    /\b(?:cheapest|most expensive|lowest|highest|dearest|cheaper|dearer|maximum|minimum|top|peak|record|at (?:most|least)|(?:no )?(?:more|less) than|up to|billig|günstig|teuer|niedrig|höchst|höher)/iu,
  ],
];
const NUMBER = String.raw`(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)`;
/** "The number of guests", and not "the key number of Ann". */
const COUNTED =
  /\b(?:how many|(?<=\bthe (?:total )?)(?:number|count) of|wie viele)\s+(?<words>(?:\p{L}+\s+){0,2}?\p{L}+)/iu;

/** What the sentences quoted for a question do not have: the result of a calculation, or the number of things. */
export type LackedResult = 'calculation' | 'count';

/**
 * A question for an average, a sum of several things or the cheapest of them is not answered by the figures it would be
 * made from, nor "how many" by a sentence without that number. Null if it is said, or nothing like it asked.
 */
export function lacksResult(
  question: string,
  sentences: readonly { text: string; columns?: string | undefined }[],
): LackedResult | null {
  const quoted = sentences.map(({ text, columns }) => `${columns ?? ''} ${text}`);
  for (const [asked, said] of RESULTS)
    if (asked.test(question) && !quoted.some((text) => said.test(text))) return 'calculation';
  const words = (COUNTED.exec(question)?.groups?.['words'] ?? '')
    .split(/\s+/u)
    .map((word) => word.slice(0, 5));
  if (areRowsOf(words[0] ?? '', sentences)) return 'count';
  if (uncountedWords(question).length === 0) return null;
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}])${NUMBER}\s+(?:\p{L}+\s+){0,3}?(?:${words.join('|')})`,
    'iu',
  );
  return quoted.some((text) => pattern.test(text)) ? null : 'count';
}

/** "How many rabbits?": rows in which a cell says "rabbit" are some of those to count, not their number. */
function areRowsOf(
  word: string,
  sentences: readonly { text: string; columns?: string | undefined }[],
): boolean {
  if (word === '') return false;
  const isCell = (cell: string) =>
    cell.trim().toLowerCase().startsWith(word.toLowerCase().replace(/s$/u, ''));
  return (
    sentences.length > 0 &&
    sentences.every(
      ({ text, columns }) =>
        columns !== undefined && !columns.split('|').some(isCell) && text.split('|').some(isCell),
    )
  );
}
