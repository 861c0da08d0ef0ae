import { hoursInRecord } from './hours-of-record.js';
import { onceOf } from './once-of.js';
import { isEmptyWord, type RecordField } from './record-fields.js';
import { sayingOf } from './says-of-field.js';
import { synonymsOf } from './synonyms.js';
import type { TokenRun } from './token-run.js';
import { termOfWord } from './word-form.js';

/** A place of a claim that says something about a field of a record. */
export interface RecordPoint {
  /** Tokens of the claim that name the field, or its value. */
  tokens: readonly number[];
  fields: readonly RecordField[];
  /** `open`: the record has the field, but no value for it. */
  state: 'agrees' | 'differs' | 'open';
  /** The claim can mean nothing else. `street` alone need not be about parking on the street. */
  isSure: boolean;
}

const YES = /^(?:yes|true|y|free|paid|ja|oui|si)$/iu;
const NO = /^(?:no|none|false|n|nein|non|never)$/iu;
const UNKNOWN = /^(?:unknown|n\/a|not known|tbd|\?|-)?$/iu;
const SPREAD = 2;
/** The fewest letters of a key's word that a longer word of the claim may begin with. */
const SHORTEST_STEM = 4;
/** A longer sentence, or one that names a field more often, is not read by fields. */
const MOST_TOKENS = 150;
const MOST_MENTIONS = 6;

/** What a claim says about the fields of a record, point by point. */
export function pointsOfRecord(run: TokenRun, fields: readonly RecordField[]): RecordPoint[] {
  if (run.tokens.length > MOST_TOKENS) return [];
  const points = hoursInRecord(run, fields);
  const groups = new Map<string, { field: RecordField; flag: boolean | null }[]>();
  const named = new Set<string>();
  for (const field of fields) {
    const flag = flagOf(field);
    if (flag === undefined) continue;
    const group = field.group.at(-1) ?? '';
    groups.set(group, [...(groups.get(group) ?? []), { field, flag }]);
    const point = pointOf(run, placesOf(run, field.words), flag, [field]);
    if (!point || isDemanded(run, field, point)) continue;
    points.push({ ...point, isSure: point.isSure && (field.words.length > 1 || isOfGroup(run, group)) });
    named.add(group);
  }
  // `offers no parking`, if the record lists the kinds of parking.
  for (const [group, members] of groups) {
    if (group === '' || named.has(group) || members.some(({ field }) => field.words.length > 1)) continue;
    const flags = members.map(({ flag }) => flag);
    const flag = flags.includes(true) ? true : flags.includes(null) ? null : false;
    const point = pointOf(
      run,
      placesOfWord(run, group).map((at) => [at]),
      flag,
      members.map(({ field }) => field),
    );
    if (point?.state === 'differs') points.push(point);
  }
  return points;
}

/** What the claim says wherever it names a field; null if that is unclear, or not the same everywhere. */
function pointOf(
  run: TokenRun,
  mentions: readonly (readonly number[])[],
  flag: boolean | null,
  fields: readonly RecordField[],
): RecordPoint | null {
  if (mentions.length > MOST_MENTIONS) return null;
  // By the last of its words: `contains no nuts` denies `contains_nuts`.
  const sayings = new Set(mentions.map((tokens) => sayingOf(run, Math.max(...tokens))));
  const [saying] = sayings;
  if (sayings.size !== 1 || saying === undefined || saying === null) return null;
  const tokens = mentions.flat();
  // `Wi-Fi is not mentioned` is true if the field is empty. If not, the claim may mean more than the field.
  if (saying === 'untold')
    return { tokens, fields, state: flag === null ? 'agrees' : 'differs', isSure: false };
  return {
    tokens,
    fields,
    state: flag === null ? 'open' : flag === saying ? 'agrees' : 'differs',
    isSure: true,
  };
}

/** `bike_reservation_required`: whether it can be had says nothing about whether it must. */
function isDemanded(run: TokenRun, { words }: RecordField, { tokens }: RecordPoint): boolean {
  if (!words.some((word) => DEMAND.test(word))) return false;
  const [at = 0] = tokens;
  for (let index = 0; index < run.tokens.length; index++)
    if (DEMANDING.test(run.word(index)) && Math.abs(run.segmentOf(index) - run.segmentOf(at)) <= 1)
      return false;
  return true;
}

const DEMAND = /^(?:required|mandatory|necessary|compulsory|needed)$/;
const DEMANDING = /^(?:requir|mandat|necess|compuls|need|must|oblig|optional)/;

/** Names that say nothing about what they hold, as a plural does: `connectors`, `equipment`. */
const LISTING = /[^s]s$|^(?:equipment|access|support|info|delivery|payment)$/;

/** `street` alone need not be about parking; beside the name of its group it is. */
function isOfGroup(run: TokenRun, group: string): boolean {
  if (group === '' || LISTING.test(group) || placesOfWord(run, group).length > 0) return true;
  const others = synonymsOf(termOfWord(group));
  return run.tokens.some(({ term }) => others.includes(term));
}

/** Undefined for a field that is neither true nor false; null if it is empty. */
function flagOf({ value }: RecordField): boolean | null | undefined {
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return undefined;
  if (UNKNOWN.test(value)) return null;
  return YES.test(value) ? true : NO.test(value) ? false : undefined;
}

/** The words of a text in the form in which names of fields are compared. */
const foldedOf = onceOf((run: TokenRun) =>
  run.tokens.map((_, index) =>
    run
      .written(index)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ),
);

function placesOf(run: TokenRun, words: readonly string[]): number[][] {
  const found: number[][] = [];
  const whole = words.join('');
  const folded = foldedOf(run);
  for (let at = 0; at < folded.length; at++) {
    let joined = '';
    for (let to = at; to < Math.min(folded.length, at + 3); to++) {
      joined += folded[to];
      if (joined === whole && !isProperName(run, at, to))
        found.push(Array.from({ length: to - at + 1 }, (_, step) => at + step));
    }
  }
  if (found.length > 0) return found;
  const named = words.filter((word) => !isEmptyWord(word));
  const [first, ...others] = named;
  if (first === undefined) return [];
  for (const at of placesOfWord(run, first)) {
    const places = [at];
    for (const word of others) {
      const near = placesOfWord(run, word).find((place) => Math.abs(place - at) <= named.length - 1 + SPREAD);
      if (near === undefined) break;
      places.push(near);
    }
    if (places.length === named.length) found.push(places);
  }
  return found;
}

/** Where a word is in a claim: `auto` is in `automatic`. */
function placesOfWord(run: TokenRun, word: string): number[] {
  const term = termOfWord(word);
  const places: number[] = [];
  for (const [at, token] of run.tokens.entries()) {
    if (token.kind === 'name' || isManner(run, at)) continue;
    if (token.term === term || (word.length >= SHORTEST_STEM && foldedOf(run)[at]?.startsWith(word)))
      places.push(at);
  }
  return places;
}

/** `De La Vina Street` is an address; `Ethernet` alone is not. */
const isProperName = (run: TokenRun, from: number, to: number) =>
  from === to &&
  run.tokens[from]?.kind === 'name' &&
  (run.tokens[from - 1]?.kind === 'name' || run.tokens[from + 1]?.kind === 'name');

/** `a lot of parking` has no lot. */
const isManner = (run: TokenRun, at: number) => run.word(at) === 'lot' && run.word(at + 1) === 'of';
