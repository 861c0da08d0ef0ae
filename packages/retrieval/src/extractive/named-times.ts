/** A year, or a month of a year. */
export interface NamedTime {
  year: number;
  /** 1 to 12; null if only the year is named. */
  month: number | null;
}

/** How the time in a text matches the time asked for. */
export type TimeFit = 'same' | 'unknown' | 'other';

/**
 * As Intl writes them, full and abbreviated: English, German, French, Spanish, Italian, Portuguese, Dutch. Calling Intl
 * would take 40 ms at every start.
 */
const MONTH_NAMES = [
  'january february march april may june july august september october november december',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jan feb mär apr mai jun jul aug sep okt nov dez',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'janv févr mars avr mai juin juil août sept oct nov déc',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'ene feb mar abr may jun jul ago sept oct nov dic',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'gen feb mar apr mag giu lug ago set ott nov dic',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  'jan fev mar abr mai jun jul ago set out nov dez',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'jan feb mrt apr mei jun jul aug sep okt nov dec',
];
export const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.flatMap((names) => names.split(' ').map((name, index): [string, number] => [name, index + 1])),
);
const YEAR = String.raw`(?<!\d|\d[.,])(?:1[5-9]|20)\d\d(?!\d|[.,]\d)`;
const TIME = new RegExp(
  [
    String.raw`\b(?<name>${[...MONTHS.keys()].join('|')})\b\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?,?|,|\s+(?:of|de|del))?\s+(?<named>${YEAR})`,
    String.raw`(?<iso>${YEAR})-(?<number>0[1-9]|1[0-2])(?!\d)`,
    String.raw`\b\d{1,2}\.\s?(?<dotted>0?[1-9]|1[0-2])\.\s?(?<after>(?:1[5-9]|20)\d\d)(?!\d)`,
    String.raw`(?<from>${YEAR})\s?[/–-]\s?(?<to>\d\d)(?!\d)`,
    String.raw`(?<bare>${YEAR})`,
  ].join('|'),
  'giu',
);
/** Asks about a period, which sentences with other years may answer. */
const STRETCH =
  /\b(?:since|until|till|before|after|between|from|through|seit|bis|vor|nach|zwischen|von|depuis|avant|après|entre|desde|hasta|antes|después)\b/iu;
/** Part of a name or number, not a year: "H-2024", "$2000", "2000 euros". */
const NO_YEAR = new RegExp(
  String.raw`[\p{L}\p{N}_#$€£][-_/.]?${YEAR}|[#$€£]\s?${YEAR}|${YEAR}(?:\s?[$€£%]|[-_]?\p{L}|\s+(?:euros?|dollars?|eur|usd|words?|tons?|tonnes?|met(?:er|re)s?|km|kg|people|hours?|days?|items?|pieces?)\b)`,
  'giu',
);

/** The years and months in a text. */
export function namedTimes(text: string): NamedTime[] {
  return [...text.matchAll(TIME)].flatMap(({ groups = {} }) => {
    const { name, named, iso, number, dotted, after, from, to, bare } = groups;
    if (named !== undefined) return [{ year: Number(named), month: MONTHS.get(name!.toLowerCase()) ?? null }];
    if (iso !== undefined) return [{ year: Number(iso), month: Number(number) }];
    if (after !== undefined) return [{ year: Number(after), month: Number(dotted) }];
    if (from === undefined) return [{ year: Number(bare), month: null }];
    const first = { year: Number(from), month: null };
    const last = { year: Number(from.slice(0, 2) + to!), month: null };
    return last.year > first.year ? [first, last] : [first];
  });
}

/** The years and months that a question asks about. Empty if it asks about everything since or until one. */
export function askedTimes(question: string): NamedTime[] {
  return STRETCH.test(question) ? [] : namedTimes(question.replaceAll(NO_YEAR, ' '));
}

const NOW_ONLY =
  /^\P{L}*(?:(?:and|but|so|und|aber|et|y|e)\s+)?(?:(?:what|how) about\s+|was ist mit\s+|wie ist es\s+)?(?:now|today|currently|at present|nowadays|these days|heute|jetzt|derzeit|aktuell|inzwischen|maintenant|ahora)\P{L}*$/iu;

/** "And today?" repeats the question without a specific year. */
export function asksOfNow(question: string): boolean {
  return NOW_ONLY.test(question);
}

/** A text without its years and months. */
export function withoutTimes(text: string): string {
  return text.replaceAll(TIME, ' ');
}

/** Whether a text is about one of the requested times. If it names only the year, its months are unknown. */
export function timeFit(text: string, asked: readonly NamedTime[]): TimeFit {
  const times = namedTimes(text);
  if (times.length === 0) return 'unknown';
  const ofYear = times.filter(({ year }) => asked.some((time) => time.year === year));
  if (ofYear.length === 0) return 'other';
  const isAsked = ({ year, month }: NamedTime) =>
    asked.some((time) => time.year === year && (time.month === null || time.month === month));
  if (ofYear.some(isAsked)) return 'same';
  return ofYear.some(({ month }) => month === null) ? 'unknown' : 'other';
}
