/** How often something is done, with its position in a text. */
export interface Frequency {
  timesPerYear: number;
  start: number;
  end: number;
}

const PER_YEAR = new Map<string, number>([
  ['hour', 8_766],
  ['day', 365.25],
  ['night', 365.25],
  ['week', 52.18],
  ['fortnight', 26.09],
  ['month', 12],
  ['quarter', 4],
  ['year', 1],
]);
const ADVERBS = new Map<string, number>([
  ['hourly', 8_766],
  ['daily', 365.25],
  ['weekly', 52.18],
  ['fortnightly', 26.09],
  ['monthly', 12],
  ['quarterly', 4],
  ['yearly', 1],
  ['annually', 1],
]);
const NUMBERS = new Map<string, number>(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, place) => [word, place + 1]),
);
const ORDINALS = new Map([
  ['other', 2],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
]);
const NUMBER = String.raw`\d{1,3}|${[...NUMBERS.keys()].join('|')}`;
const UNIT = [...PER_YEAR.keys()].join('|');
const ADVERB = [...ADVERBS.keys()].join('|');
/** "daily rate" names a kind of rate; "cleaned daily." says how often. */
const ENDS = String.raw`(?=\s*(?:[.,;:)]|$)|\s+(?:by|in|on|at|for|and|to|with|after|before|from|during|until|of)\b)`;
const FREQUENCY = new RegExp(
  [
    String.raw`\b(?<times>once|twice|(?:${NUMBER})\s+times)\s+(?:(?:a|an|per|each|every|in\s+a)\s+(?<per>${UNIT})\b|(?<adverb>${ADVERB})\b)`,
    String.raw`\b(?:every|each)\s+(?:(?<ordinal>other|second|third|fourth)\s+|(?<number>${NUMBER})\s+)?(?<unit>${UNIT})s?\b${ENDS}`,
    String.raw`\b(?<alone>${ADVERB})\b${ENDS}`,
  ].join('|'),
  'giu',
);

/** The frequencies in an English text: `twice a year`, `every quarter`, `weekly`. */
export function frequenciesIn(text: string): Frequency[] {
  return [...text.matchAll(FREQUENCY)].flatMap((found) => {
    const groups = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, value]) => [name, value?.toLowerCase()]),
    );
    const { times, per, adverb, ordinal, number, unit, alone } = groups;
    const timesPerYear =
      times !== undefined
        ? countOf(times) * (PER_YEAR.get(per ?? '') ?? ADVERBS.get(adverb ?? '') ?? 0)
        : unit !== undefined
          ? (PER_YEAR.get(unit) ?? 0) / (ORDINALS.get(ordinal ?? '') ?? countOf(number ?? 'one'))
          : (ADVERBS.get(alone ?? '') ?? 0);
    return timesPerYear > 0 ? [{ timesPerYear, start: found.index, end: found.index + found[0].length }] : [];
  });
}

function countOf(written: string): number {
  if (written === 'once') return 1;
  if (written === 'twice') return 2;
  const [count = ''] = written.split(/\s+/u);
  return NUMBERS.get(count) ?? Number(count);
}
