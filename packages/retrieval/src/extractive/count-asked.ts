import { termsLike, readTokens } from '@ibid/core/internal';

const NUMBER_WORD =
  'no|none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|several|both';
const GERMAN_NUMBER_WORD =
  'keine?r?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\\p{L}{3,8}zehn|\\p{L}*(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)|\\p{L}*hundert|\\p{L}*tausend|beide';
export const NUMBER = String.raw`(?<![\p{L}\p{N}.,:-])(?:\d[\d.,]*(?![\d.,:])|(?:${NUMBER_WORD})(?:-\p{L}+)?(?!\p{L}))`;
const GERMAN_NUMBER = String.raw`(?<![\p{L}\p{N}.,:-])(?:\d[\d.,]*(?![\d.,:])|(?:${GERMAN_NUMBER_WORD})(?!\p{L}))`;

const COUNTS =
  /\b[Hh]ow many\s+(?<phrase>(?:\p{Ll}[\p{L}-]*\s+){0,2}?\p{Ll}[\p{L}-]*[^s\W]s)\b(?!\s+of\b.*\bof\b)/u;
/** People go by many names and units by symbols, so another word will do. */
const BY_OTHER_WORDS =
  /^(?:persons|employees|workers|members|guests|patients|participants|inhabitants|residents|colleagues|users|customers|times|hours|minutes|seconds|days|weeks|months|years|nights|met(?:re|er)s|kilomet(?:re|er)s|miles|tonnes|tons|kilos|grams|lit(?:re|er)s|euros|pounds|dollars|percent|degrees|items|things|ways|kinds|types|cases|cars|vehicles|sites)$/u;

const SHORTEST = 5;

/** The noun that "wie viele" counts, and what says how many of it there are. */
const GERMAN_COUNTS = /\b[Ww]ie\s?viele\s+(?:\p{Ll}+\s+){0,2}?(?<thing>\p{Lu}[\p{L}-]{3,})/u;
const GERMAN_OTHER_WORDS =
  /^(?:Personen|Leute|Menschen|Mitarbeiter\p{L}*|Mitglieder|Gäste|Kunden|Teilnehmer\p{L}*|Einwohner\p{L}*|Kinder|Stunden|Minuten|Tage|Wochen|Monate|Jahre|Meter|Kilometer|Kilo\p{L}*|Gramm|Liter|Tonnen|Euro|Prozent|Grad|Male|Dinge|Sachen|Arten|Fälle|Autos|Dokumente|Dateien)$/iu;

interface Counted {
  text: string;
  /** For a row: its column names. */
  columns?: string | undefined;
}

/** What a question counts. */
export interface CountAsked {
  isTold: (sentence: Counted) => boolean;
  /** It goes by many names, so another word may tell it too. */
  isLoose: boolean;
}

/** For "how many": a test whether a sentence says how many of that there are. Null for other questions. */
export function countAsked(question: string): CountAsked | null {
  const thing = COUNTS.exec(question)?.groups?.['phrase']?.split(' ').at(-1) ?? '';
  if (thing.length >= SHORTEST) return { isTold: toldOf(thing), isLoose: BY_OTHER_WORDS.test(thing) };
  const german = GERMAN_COUNTS.exec(question)?.groups?.['thing'];
  if (german === undefined) return null;
  return { isTold: toldInGerman(german), isLoose: GERMAN_OTHER_WORDS.test(german) };
}

function toldOf(thing: string): CountAsked['isTold'] {
  const stem = thing.replace(/(?:ies|es|s)$/u, '');
  const stems = [stem, ...termsOf(thing).flatMap((term) => termsLike(term))].join('|');
  const counted = new RegExp(
    String.raw`${NUMBER}(?:[\s-]+(?!per\s?cent|%|the\b|an?\b)[\p{L}'’-]+){0,3}?[\s-]+(?:${stems})`,
    'iu',
  );
  const told = new RegExp(
    String.raw`(?:${stems})\p{L}*(?:\s+(?:is|are|was|were|rises?|rose|falls?|fell|stays?|reached|totall?ed|of|in all|each|[a-z]+ed))*\s*(?:[:=(|]|\s(?:to|at|from|by)?)\s*${NUMBER}(?!\s*(?:per\s?cent|%))`,
    'iu',
  );
  const named = new RegExp(String.raw`\b(?:number|count)\s+of\s+(?:\p{L}+\s+){0,2}?(?:${stems})`, 'iu');
  const column = new RegExp(String.raw`\b(?:${stems})`, 'iu');
  // `Step 5` is one of them, not a number of them.
  const label = new RegExp(String.raw`(?<![\p{L}\p{N}])${stem}\s+\d{1,3}(?![\p{L}\p{N}])`, 'giu');
  // `by 3 to 2` reports a vote.
  const isScore = /^(?:votes|goals|points)$/u.test(thing);
  return ({ text, columns }) => {
    if (isScore && /\b\d+\s+to\s+\d+\b/u.test(text) && column.test(text)) return true;
    // A name that contains the word: `Mill Lane`.
    const plain = text
      .replaceAll(/(?<=\p{L}\s)\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)*/gu, ' # ')
      .replaceAll(label, ' # ');
    if (columns !== undefined) return column.test(columns) || column.test(text);
    return (
      counted.test(plain) ||
      told.test(plain) ||
      (named.test(plain) && /\p{N}|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/iu.test(plain))
    );
  };
}

const LONGEST_ENDING = 2;

function toldInGerman(thing: string): CountAsked['isTold'] {
  // `Gäste` is also `Gast`, `Parzellen` also `Parzelle`.
  const stem = thing
    .slice(0, Math.max(3, thing.length - LONGEST_ENDING))
    .replaceAll(/ä/giu, '(?:ä|a)')
    .replaceAll(/ö/giu, '(?:ö|o)')
    .replaceAll(/ü/giu, '(?:ü|u)');
  const counted = new RegExp(
    String.raw`${GERMAN_NUMBER}(?:[\s-]+(?!Prozent|%|der\b|die\b|das\b)[\p{L}-]+){0,3}?[\s-]+\p{L}*${stem}`,
    'iu',
  );
  const told = new RegExp(
    String.raw`${stem}\p{L}*(?:\s+(?:ist|sind|war|waren|beträgt|betrug|liegt|insgesamt))*\s*[:=(|]?\s*${GERMAN_NUMBER}(?!\s*(?:Prozent|%))`,
    'iu',
  );
  const named = new RegExp(String.raw`(?:Anzahl|Zahl)\s+(?:der|von)\s+(?:\p{L}+\s+)?${stem}`, 'iu');
  const column = new RegExp(stem, 'iu');
  return ({ text, columns }) => {
    if (columns !== undefined) return column.test(columns) || column.test(text);
    return counted.test(text) || told.test(text) || (named.test(text) && /\p{N}/u.test(text));
  };
}

const termsOf = (word: string) => readTokens(word).map(({ term }) => term);
