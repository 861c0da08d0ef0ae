import {
  keyAsWords,
  proseOf,
  recordFields,
  recordTokens,
  withoutQuotes,
  type RecordField,
} from './record-fields.js';
import type { SentenceSpan } from './split-sentences.js';

/** The fewest keys that make a text a JSON record. */
const LEAST_KEYS = 3;
const KEY = /"(?:[^"\\\n]|\\.){1,80}"\s*:/gu;
const CLOCKS = /^\d{1,2}:\d{1,2}-\d{1,2}:\d{1,2}$/u;

export interface ReadableRecord {
  text: string;
  /** The small records of a list. */
  members: SentenceSpan[];
  fields: RecordField[];
  /** Values that are sentences. */
  prose: SentenceSpan[];
}

/**
 * A JSON record as sentences. Every character keeps its position, so offsets are the same in both. Keys become words
 * (`OutdoorSeating` is `Outdoor Seating`) and `false` becomes `not`. Members of the record are separated; those of a
 * small record inside it stay together with its key. Null if it is not a record. A truncated record is read too.
 */
export function readableRecord(text: string): ReadableRecord | null {
  const first = text.trimStart().charAt(0);
  if ((first !== '{' && first !== '[' && first !== '"') || (text.match(KEY)?.length ?? 0) < LEAST_KEYS)
    return null;
  // By code unit, as offsets count: an emoji takes two.
  const out = text.split('');
  const fill = (start: number, end: number, words: string) => {
    for (let at = start; at < end; at++) out[at] = words.charAt(at - start) || ' ';
  };
  const tokens = recordTokens(text);
  const isInner: boolean[] = [];
  const members: SentenceSpan[] = [];
  const begun: number[] = [];
  for (const [index, { sign, at }] of tokens.entries()) {
    const end = at + sign.length;
    const next = tokens[index + 1];
    if (sign === '{' || sign === '[') {
      isInner.push(index > 0 && holdsValuesOnly(tokens, index));
      const isMember =
        sign === '{' && isInner.at(-1) === true && /^(?:\[|,)$/.test(tokens[index - 1]?.sign ?? '');
      begun.push(isMember ? at : -1);
      fill(at, end, ' ');
    } else if (sign === '}' || sign === ']') {
      isInner.pop();
      const start = begun.pop() ?? -1;
      if (start >= 0) members.push({ start, end });
      fill(at, end, ' ');
    } else if (sign === ',') {
      const isApart = isInner.at(-1) !== true;
      if (isApart) fill(at, at + 2, ';\n');
    } else if (sign === ':') fill(at, end, ' ');
    else if (sign === 'false') fill(at, end, 'not');
    // The value is unknown, not denied.
    else if (sign === 'null') fill(at, end, '');
    else if (sign === 'true') fill(at, end, 'yes');
    else if (sign.startsWith('"')) {
      const isKey = next?.sign === ':';
      const words = withoutQuotes(sign);
      // The space between a key and its value leaves room for spaces between the words of the key.
      fill(at, isKey ? (tokens[index + 2]?.at ?? end) : end, isKey ? keyAsWords(words) : asText(words));
    }
  }
  // The name applies to the whole record, like a title. Beside its fields it would attract every claim that names it.
  const name = NAME.exec(text);
  if (name) fill(0, name[0].length, '');
  return { text: out.join(''), members, fields: recordFields(tokens), prose: proseOf(tokens) };
}

const NAME = /^[\s{[]*"(?:name|title)"\s*:\s*"((?:[^"\\]|\\.){1,160})"/u;

/** The subject of a record, to which everything in it applies. Empty if it has none. */
export function nameOfRecord(text: string): string {
  return NAME.exec(text)?.[1] ?? '';
}

/** `{"garage": true, "street": false}`: contains no nested values. */
function holdsValuesOnly(tokens: readonly { sign: string }[], open: number): boolean {
  for (let index = open + 1; index < tokens.length; index++) {
    const sign = tokens[index]?.sign ?? '';
    if (sign === '}' || sign === ']') return true;
    if (sign === '{' || sign === '[' || sign.length > 80) return false;
  }
  return false;
}

/** Removes JSON escapes from a text, and completes clock times that omit a zero. */
function asText(value: string): string {
  const text = value.replaceAll(/\\([nrt"\\/])/gu, (_, sign: string) =>
    /[nrt]/u.test(sign) ? ' \n' : ` ${sign}`,
  );
  return CLOCKS.test(text) ? text.replaceAll(/:(?=\d(?:-|$))/gu, ':0') : text;
}
