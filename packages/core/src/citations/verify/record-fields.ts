import type { SentenceSpan } from './split-sentences.js';

/** A member of a JSON record that holds a single value. */
export interface RecordField {
  /** Its key in words, in lower case: `OutdoorSeating` is `outdoor seating`. */
  words: readonly string[];
  /** The key of the record around it, in words; empty at the top. */
  group: readonly string[];
  value: string | number | boolean | null;
  /** Where its key begins and its value ends. */
  span: SentenceSpan;
}

/** One sign of JSON text. */
export interface RecordToken {
  sign: string;
  at: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|true|false|null|[^\s{}[\],:"]+/gu;
/** The fewest keys with the same first word for it to name the record. */
const LEAST_COMMON = 3;
/** The most fields that are read; more are a table, not a record. */
const MOST_FIELDS = 200;

/** The fewest words of a value that is prose. */
const LEAST_PROSE = 8;

/** Values that are sentences. They may speak of what a field is about, and say more. */
export function proseOf(tokens: readonly RecordToken[]): SentenceSpan[] {
  return tokens.flatMap(({ sign, at }) => {
    const isProse = sign.startsWith('"') && sign.split(/\s+/u, LEAST_PROSE).length === LEAST_PROSE;
    return isProse ? { start: at, end: at + sign.length } : [];
  });
}

/** The signs of a JSON text, which may be truncated. */
export function recordTokens(text: string): RecordToken[] {
  return Array.from(text.matchAll(TOKEN), (match) => ({ sign: match[0], at: match.index }));
}

/** `RestaurantsGoodForGroups`, `review_date`. */
export function keyAsWords(key: string): string {
  return key
    .replaceAll(/[_-]/gu, ' ')
    .replaceAll(/(?<=\p{Ll}\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
}

/** A string as it stands between its quotation marks. */
export const withoutQuotes = (sign: string) =>
  sign.slice(1, sign.length > 1 && sign.endsWith('"') ? -1 : undefined);

interface Open {
  sign: string;
  words: readonly string[];
  key: { words: string[]; at: number } | null;
}

/**
 * The fields of a record and of the records in it. What a list holds is left out, and so is a field that occurs twice:
 * then the text holds several records, and a claim may be about any of them.
 */
export function recordFields(tokens: readonly RecordToken[]): RecordField[] {
  const found = new Map<string, RecordField | null>();
  const open: Open[] = [];
  let lists = 0;
  for (const [index, { sign, at }] of tokens.entries()) {
    const top = open.at(-1);
    if (sign === '{' || sign === '[') {
      open.push({ sign, words: top?.key?.words ?? [], key: null });
      if (sign === '[') lists++;
    } else if (sign === '}' || sign === ']') {
      if (open.pop()?.sign === '[') lists--;
    } else if (sign === ',' || sign === ':') continue;
    else if (top && tokens[index + 1]?.sign === ':')
      top.key = { words: wordsOf(keyAsWords(withoutQuotes(sign))), at };
    else if (top?.key && top.sign === '{') {
      const { words, at: start } = top.key;
      const path = `${top.words.join(' ')}\0${words.join(' ')}`;
      const field = { words, group: top.words, value: valueOf(sign), span: { start, end: at + sign.length } };
      if (lists === 0 || open[0]?.sign === '[') found.set(path, found.has(path) ? null : field);
      if (found.size > MOST_FIELDS) return [];
    }
  }
  return withoutCommonWords([...found.values()].filter((field) => field !== null));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function valueOf(sign: string): RecordField['value'] {
  if (sign.startsWith('"')) return withoutQuotes(sign);
  if (sign === 'true' || sign === 'false') return sign === 'true';
  const number = Number(sign);
  return sign === 'null' || Number.isNaN(number) ? null : number;
}

/** Words of a key that do not say which field it is: `is_active`, `GoodForGroups`, `AcceptsCreditCards`. */
const EMPTY = new Set(
  (
    'is are has have had good for of the a an by in on at to with and or offers offer accepts accept allows allow allowed ' +
    'available provides provide supports enabled required permitted included mandatory safe necessary sells'
  ).split(' '),
);
export const isEmptyWord = (word: string) => EMPTY.has(word);

/** A word that several keys of one record begin with names the record: `RestaurantsTakeOut`. */
function withoutCommonWords(fields: readonly RecordField[]): RecordField[] {
  const counts = new Map<string, number>();
  const keyOf = ({ words, group }: RecordField) => `${group.join(' ')}\0${words[0] ?? ''}`;
  for (const field of fields)
    if (field.words.length > 1) counts.set(keyOf(field), (counts.get(keyOf(field)) ?? 0) + 1);
  return fields.map((field) => {
    const rest = field.words.slice(1);
    const isCommon = (counts.get(keyOf(field)) ?? 0) >= LEAST_COMMON && !rest.every(isEmptyWord);
    return isCommon ? { ...field, words: rest } : field;
  });
}
