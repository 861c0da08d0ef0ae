import { openingStatement } from './opening-statement.js';
import { CASED_DATES, DATES, dayIn, formsIn } from './written-dates.js';

const NEVER = /(?!)/gu;

/** Words that introduce the date of the document, or else a date on which something was done or takes effect. */
const CUES = [
  'date of (?:(?:the|this) )?(?:(?:test|inspection|survey|audit|amended|final) )?(?:report|letter|document|certificate|statement|notice|invoice|offer|quotation)|(?:report|letter|document|certificate|invoice) date|datum (?:des|dieses) (?:berichts|gutachtens|protokolls|schreibens)|(?:berichts|ausstellungs|brief|rechnungs)datum',
  'dated?|signed(?: on)?|unterzeichnet am|date of issue|issue date|issued(?: on)?|published(?: on)?|last updated|updated(?: on)?|revised(?: on)?|as of|as at|stand|datum|(?:version|edition|revision|issue|rev\\.|fassung|ausgabe|auflage)(?:\\s+[\\w.]{1,8})?|date of (?:the )?(?:visit|inspection|survey|meeting|audit)|(?:report|survey|inspection|audit|minutes|memo|note|procedure|bericht|protokoll|gutachten|vermerk|begehung)(?:\\s+(?=\\S*\\d)[\\w./-]{1,12})?',
  '(?:valid|effective|in force|applicable)(?:\\s+(?:from|as of|since|date))?|gültig\\s+(?:ab|seit)|in kraft\\s+(?:ab|seit)',
].map((cue) =>
  DATES.map(
    (date) =>
      // A line or part of one that ends with the date. A sentence that continues is about something else.
      new RegExp(
        `(?:^|[|(·–—;,.]\\s*)(?:${cue})[\\s:,(|·–—-]{1,4}(?:(?:approved|adopted)\\s+)?(?:(?:of|from|on|vom)\\s+)?${date}\\s*(?=$|[|).,;·–—]|by\\s|between\\s|zwischen\\s)`,
        'giu',
      ),
  ),
);

const TOP_CHARACTERS = 1_500;
const TOP_LINES = 15;
const LONGEST_LINE = 120;
const VERSION =
  /^(?:(?:version|edition|revision|fassung)\s\d|(?:report|survey|inspection|audit|minutes|procedure|bericht|protokoll|gutachten)\s+\S*\d|(?:dated|date of|datum|report date)\b|\d{1,2}\.?\s\p{L}+\s\d{4}\b|\d{4}-\d\d-\d\d\b)/iu;
/** `20 February 2025, Brunel House.`, right below the title: minutes and letters. */
const OPENING = DATES.map((date) => new RegExp(`^${date}`, 'iu'));
const OPENING_LINES = 2;
/** In these a paper says between whom, or to whom, it is. */
const FIRST_LINES = 3;
const FIRST_SENTENCES = 4;

/** `Adopted by the council on 18 March 2025.`, `Circulated by Ada Finch, Secretary, on 2 April 2025.` */
const ADOPTED = DATES.map(
  (date) =>
    new RegExp(
      `(?:^|[.(·–—]\\s*)(?:adopted|approved|agreed|circulated|issued|sent|written|beschlossen|verabschiedet|verschickt)(?:\\s+(?:by|von|vom)\\s+[^.;]{2,60}?,?)?\\s+(?:on|in|am|im)\\s+${date}\\s*(?=$|[.);])`,
      'giu',
    ),
);
/** `Rope list, 18 March 2025`, `Leave policy (February 2025)`: at the end of a title. */
const IN_TITLE = DATES.map((date) => new RegExp(`(?:^|[\\s(,])${date}\\)?$`, 'iu'));
/** `Board minutes of 18 March 2026 – Tarn Ferry`: the day of the meeting, visit or survey. */
const OF_A_DAY = DATES.map(
  (date) =>
    new RegExp(
      `^(?:[\\p{L}-]+\\s){0,3}(?:minutes|report|record|notes|log|letter|memo|meeting|survey|inspection|audit|visit|protokoll|bericht|sitzung|begehung)(?:\\s+(?:of|from|on|vom|am)|,)?\\s+(?:the\\s+)?${date}\\s*(?:[–—:|(,]|-\\s)`,
      'iu',
    ),
);
/** `Leave policy, version 2 (2021)`, but not `The flood of 1953`, which is about that year. */
const YEAR_IN_TITLE =
  /(?:[(,–—:]\s*|(?<!\b(?:of|in|from|since|until|till|to|by|and|or|for|before|after|year|von|im|seit|bis|und|für|vor|nach|jahr|[-–—]))\s)(?<year>(?:19|20)\d{2})\)?$/iu;

/**
 * KB-11: the date that a document states for itself in its title or near its top, as `2026-03-05`, `2026-03` or `2026`.
 * Null if there is none, or two that differ. Explicit statements come first, then more precise ones.
 */
export function statedDate(text: string, title = ''): string | null {
  const top = text
    .slice(0, TOP_CHARACTERS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, TOP_LINES)
    // For a paragraph that starts with a version or date, its first sentence.
    .map((line) =>
      line.length > LONGEST_LINE && VERSION.test(line) ? cut(line.split(/(?<=\.)\s/u)[0] ?? '') : line,
    );
  const isShort = (line: string) => line.length <= LONGEST_LINE;
  const lines = top.filter(isShort);
  const body = top.filter((line) => !/^[#|]/u.test(line));
  lines.push(...body.slice(0, OPENING_LINES).flatMap(ownSentences));
  const told = CUES.reduce<Set<string> | null>((found, cue) => found ?? toldIn(cue, lines), null);
  if (told) return told.size === 1 ? [...told].join('') : null;
  const letter = letterDate(top);
  if (letter !== null) return letter;
  const [first = ''] = lines;
  const titles = [title, first.startsWith('# ') ? first.slice(2) : ''].map((one) => one.trim());
  const opening = top
    .filter((line) => !line.startsWith('#'))
    .slice(0, OPENING_LINES)
    .filter(isShort);
  const adopted = toldIn(ADOPTED, lines);
  return (
    firstOf(titles, dateInTitle) ??
    openingDate(opening) ??
    openingStatement(body.slice(0, FIRST_LINES), titles.join(' ')) ??
    (adopted?.size === 1 ? [...adopted].join('') : null) ??
    firstOf(titles, (one) =>
      OF_ANOTHER.test(one) ? null : (YEAR_IN_TITLE.exec(one)?.groups?.['year'] ?? null),
    )
  );
}

/** `Tarn Ferry, Quay Lane. Issue 6, valid from 1 April 2026.`: what a long first paragraph says of the document. */
const OF_ITSELF =
  /^(?:(?:version|edition|revision|issue|rev\.|fassung|ausgabe|auflage)\s\d|(?:valid|effective|in force|applicable|dated|updated|last updated|revised|issued|published|approved|adopted|gültig|in kraft|stand)\b)/iu;

function ownSentences(line: string): string[] {
  if (line.length <= LONGEST_LINE) return [];
  const sentences = line.split(/(?<=\.)\s+(?=\p{Lu})/u).slice(0, FIRST_SENTENCES);
  return sentences.filter((sentence) => sentence.length <= LONGEST_LINE && OF_ITSELF.test(sentence));
}

/** `Dated 3 May 2024 between … and …`: naming the parties takes more than a line. */
const cut = (line: string) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line);

function firstOf<Kind>(texts: readonly Kind[], read: (text: Kind) => string | null): string | null {
  for (const text of texts) {
    const found = read(text);
    if (found !== null) return found;
  }
  return null;
}

/** `Correction to the minutes of 17 March 2026`: the date belongs to what is corrected. */
const OF_ANOTHER =
  /^(?:corrections?|corrigendum|errat(?:um|a)|amendments?|addend(?:um|a)|supplement|annex|repl(?:y|ies)|answers?|comments?|objections?|berichtigung|änderung|nachtrag|ergänzung|antwort|einspruch|notes|response|responses|summary|extracts?|excerpts?)\s+(?:to|of|on|from|zu|zum|zur|des|der|auf|gegen)\s/iu;

function dateInTitle(title: string): string | null {
  if (OF_ANOTHER.test(title)) return null;
  for (const form of formsIn(title)) {
    const groups = (IN_TITLE[form]?.exec(title) ?? OF_A_DAY[form]?.exec(title))?.groups;
    if (groups) return dayIn(groups);
  }
  return null;
}

/** Null if no line has one. */
function toldIn(forms: readonly RegExp[], lines: readonly string[]): Set<string> | null {
  const found = lines.flatMap((line) =>
    formsIn(line).flatMap((form) =>
      [...line.matchAll(forms[form] ?? NEVER)].flatMap(({ groups }) => dayIn(groups ?? {}) ?? []),
    ),
  );
  return found.length > 0 ? new Set(found) : null;
}

/** `To the council of Tarn. 28 November 2024.`, `Ada Finch, 24 June 2025`: sender or recipient, place and date. */
const CLOSING = CASED_DATES.map(
  (date) =>
    new RegExp(
      `^(?:(?:[Tt]o|From)\\b.*|(?:(?:\\p{Lu}[\\p{L}.'’-]*|of|the|and|in|at|von|an|&)[\\s,]+)*\\p{Lu}[\\p{L}.'’-]*)[.,]\\s+(?:(?:den|the)\\s+)?${date}\\.?$`,
      'u',
    ),
);

const DEAR = /^(?:dear|sehr geehrte[rn]?|liebe[rn]?|guten tag|hello)\s+\p{Lu}/iu;
/** `Tarn Ferry Company Limited 20 March 2026` */
const BEHIND_NAMES = CASED_DATES.map(
  (date) =>
    new RegExp(`^(?:(?:\\p{Lu}[\\p{L}.'’-]*|of|the|and|in|at|von|an|den|&)[\\s,]+)*${date}\\.?$`, 'u'),
);

/** A letter has its date above `Dear …`, after names or on a separate line. */
function letterDate(lines: readonly string[]): string | null {
  const dear = lines.findIndex((line) => DEAR.test(line));
  if (dear < 1) return null;
  const days = lines
    .slice(0, dear)
    .filter((line) => !line.startsWith('#') && line.length <= LONGEST_LINE)
    .flatMap((line) => firstOf(formsIn(line), (form) => dayOf(BEHIND_NAMES[form]?.exec(line)?.groups)) ?? []);
  return new Set(days).size === 1 ? (days[0] ?? null) : null;
}

const dayOf = (groups: Record<string, string | undefined> | undefined) => (groups ? dayIn(groups) : null);

/** If the sentence continues, it is about that day: "3 May 2024 was warm". */
function openingDate(lines: readonly string[]): string | null {
  for (const line of lines) {
    const forms = formsIn(line);
    for (const form of forms) {
      const match = OPENING[form]?.exec(line);
      const rest = match ? line.slice(match[0].length) : null;
      if (match && /^\s*(?:$|[.|]|,\s+\p{Lu}[^,]*(?:$|[.,|]))/u.test(rest ?? ''))
        return dayIn(match.groups ?? {});
    }
    for (const form of forms) {
      const groups = CLOSING[form]?.exec(line)?.groups;
      if (groups) return dayIn(groups);
    }
  }
  return null;
}

/** The date in a file name: `minutes-2025-02-20.docx`. */
export function dateInName(name: string): string | null {
  const found = /(?<!\d)(?<year>(?:19|20)\d{2})[-_.](?<number>\d{2})[-_.](?<day>\d{2})(?!\d)/u.exec(name);
  return found ? dayIn(found.groups ?? {}) : null;
}

/**
 * The date that the lines above a table state: `Budget, version 2, 18 September 2026`. Rows have dates of their own,
 * and a year is what the table is about.
 */
export function statedAboveTable(text: string): string | null {
  const lines = text
    .slice(0, TOP_CHARACTERS)
    .split('\n')
    .map((line) => line.trim());
  const table = lines.findIndex((line) => line.startsWith('|'));
  const above = lines
    .slice(0, table === -1 ? 0 : table)
    .filter((line) => line !== '' && !line.startsWith('#'));
  const stated = statedDate(above.join('\n'), above[0]);
  return stated?.length === 4 ? null : stated;
}
