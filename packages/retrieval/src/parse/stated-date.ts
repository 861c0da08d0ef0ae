const MONTHS = [
  ['january', 'januar', 'jan'],
  ['february', 'februar', 'feb'],
  ['march', 'märz', 'mar'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oktober', 'oct', 'okt'],
  ['november', 'nov'],
  ['december', 'dezember', 'dec', 'dez'],
] as const;
const MONTH = `(?<month>${MONTHS.flat().join('|')})\\.?`;
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?';
const YEAR = '(?<year>(?:19|20)\\d{2})';
const DATES = [
  `${YEAR}-(?<number>\\d{2})-(?<day>\\d{2})`,
  `${DAY}\\s+${MONTH}\\s+${YEAR}`,
  `${MONTH}\\s+${DAY},?\\s+${YEAR}`,
  `(?<day>\\d{1,2})\\.(?<number>\\d{1,2})\\.${YEAR}`,
  `${MONTH}\\s+${YEAR}`,
];

/** What says of which day a document is, and, where nothing does, from when on it holds. */
const CUES = [
  'dated?|date of issue|issue date|issued(?: on)?|published(?: on)?|last updated|updated(?: on)?|revised(?: on)?|as of|as at|stand|datum|(?:version|edition|revision|issue|rev\\.|fassung|ausgabe|auflage)(?:\\s+[\\w.]{1,8})?|(?:report|bericht)(?:\\s+(?=\\S*\\d)[\\w./-]{1,12})?',
  '(?:valid|effective|in force|applicable)(?:\\s+(?:from|as of|since|date))?|gültig\\s+(?:ab|seit)|in kraft\\s+(?:ab|seit)',
].map((cue) =>
  DATES.map(
    (date) =>
      // A line or a part of one, with nothing behind the date: a sentence that goes on speaks of something else.
      new RegExp(
        `(?:^|[|(·–—;,.]\\s*)(?:${cue})[\\s:,(|·–—-]{1,4}(?:(?:approved|adopted)\\s+)?(?:(?:of|from|on|vom)\\s+)?${date}\\s*(?=$|[|).,;·–—]|by\\s)`,
        'giu',
      ),
  ),
);

const TOP_CHARACTERS = 1_500;
const TOP_LINES = 15;
const LONGEST_LINE = 120;
const VERSION = /^(?:version|edition|revision|fassung)\s\d/iu;

/**
 * KB-11: the day or month that a document states of itself near its top, as `2026-03-05` or `2026-03`; null where it states
 * none, or two that differ.
 */
export function statedDate(text: string): string | null {
  const lines = text
    .slice(0, TOP_CHARACTERS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, TOP_LINES)
    // Of a paragraph that begins with its version, that sentence.
    .map((line) =>
      line.length > LONGEST_LINE && VERSION.test(line) ? (line.split(/(?<=\.)\s/u)[0] ?? '') : line,
    )
    .filter((line) => line.length <= LONGEST_LINE);
  for (const forms of CUES) {
    const found = new Set(
      lines.flatMap((line) =>
        forms.flatMap((form) => [...line.matchAll(form)].flatMap(({ groups }) => dayIn(groups ?? {}) ?? [])),
      ),
    );
    if (found.size > 0) return found.size === 1 ? [...found].join('') : null;
  }
  return null;
}

function dayIn({
  year = '',
  month = '',
  number = '',
  day = '',
}: Record<string, string | undefined>): string | null {
  const named = MONTHS.findIndex((names) => (names as readonly string[]).includes(month.toLowerCase())) + 1;
  const value = `${year}-${String(number || named).padStart(2, '0')}`;
  if (day === '') return value;
  const whole = `${value}-${day.padStart(2, '0')}`;
  const time = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(whole) ? whole : null;
}
