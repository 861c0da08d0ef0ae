import type { PreparedText } from './prepared-text.js';

/** `Harbour Estates Ltd ("the Landlord")`: from here on the text writes one for the other. */
export interface DefinedName {
  /** The name, and its shorter forms, longest first. */
  names: readonly string[];
  /** What the text calls it, without an article. */
  short: string;
  /** An abbreviation: the text may write either. */
  isLetters: boolean;
  isGerman: boolean;
  /** The line that says so. */
  start: number;
  end: number;
}

/** The most of one text; more are a glossary. */
const MOST = 24;
/** The most characters between the beginning of a name, with its address, and its short form. */
const LONGEST = 200;
/** `Sahyadri` for `Sahyadri Agro Producers Ltd`. */
const LEAST_FIRST = 5;
const QUOTED =
  /\((?:[\p{L},]+ ){0,6}?(?:the |der |die |das )?["“„'‘](?:the |The )?(\p{Lu}[\p{L}\p{N}&-]*(?: [\p{L}\p{N}&-]+){0,3})["”“'’](?: genannt)?\)/gu;
const LETTERS = /\((\p{Lu}[\p{Lu}\p{N}&]{1,7})\)/gu;
/** Where a party begins. */
const BEFORE_PARTY = /(?:^|[\n;:]|[.!?]\s|\bbetween\s|\bzwischen\s|\)(?:,|\s)\s*(?:and|und)\s|\(\d\)\s)/gu;
const NAME =
  /^(?:(?:and|und|the|der|die|das|The)\s+)?(\p{Lu}[\p{L}\p{N}.'’&-]*(?:\s(?:(?:of|and|for|the|de|la|van|von|der|du|und|für|et|y|&)\s){0,2}\p{Lu}[\p{L}\p{N}.'’&-]*)*)/u;
const COMPANY =
  /,?\s(?:Ltd|Limited|plc|PLC|Inc|LLC|LLP|LP|GmbH|AG|KG|SE|S\.?A|B\.?V|N\.?V|Oy|AB|AS|A\/S|Corp|Corporation|Company|Co|Pvt|Pty|Pte|e\.?V)\.?$/u;
const TITLE = /^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Dame|Herr|Frau)\.?\s/u;

export function definedNames(prepared: PreparedText): readonly DefinedName[] {
  return (prepared.definitions ??= findDefinitions(prepared.text));
}

function findDefinitions(text: string): DefinedName[] {
  if (!text.includes('(')) return [];
  const found: DefinedName[] = [];
  for (const match of text.matchAll(QUOTED)) {
    const name = nameBefore(text, match.index);
    if (name && match[1] !== undefined) found.push(defined(text, match, name, match[1], false));
    if (found.length === MOST) return found;
  }
  for (const match of text.matchAll(LETTERS)) {
    const name = match[1] === undefined ? null : spelledOut(text, match.index, match[1]);
    if (name && match[1] !== undefined) found.push(defined(text, match, name, match[1], true));
    if (found.length === MOST) break;
  }
  return found;
}

function defined(
  text: string,
  { index, 0: all }: RegExpMatchArray,
  name: string,
  short: string,
  isLetters: boolean,
): DefinedName {
  const from = text.lastIndexOf(name, index);
  return {
    names: isLetters ? [name] : formsOf(name),
    short,
    isLetters,
    isGerman: /genannt|nachfolgend|folgenden|„/iu.test(all),
    start: from === -1 ? (index ?? 0) : from,
    end: (index ?? 0) + all.length,
  };
}

/** `Harbour Estates Ltd, of 4 Quay Street, ("the Landlord")`: the name is at the beginning, the address may follow. */
function nameBefore(text: string, at: number | undefined): string | null {
  const before = text.slice(Math.max(0, (at ?? 0) - LONGEST), at).trimEnd();
  let from = 0;
  for (const { index, 0: all } of before.matchAll(BEFORE_PARTY)) from = index + all.length;
  const party = before.slice(from);
  const first = NAME.exec(party)?.[1];
  if (first !== undefined && isWhole(party, first)) return first;
  // `This lease is made by Harbour Estates Ltd ("the Landlord")`: the capitalised words right before it.
  const last =
    /\b(?:by|with|between|and|of|to|von|und|zwischen|mit)\s(?:the\s)?(\p{Lu}[\p{L}\p{N}.'’&-]*(?:\s(?:(?:of|and|de|van|von|&)\s)?\p{Lu}[\p{L}\p{N}.'’&-]*)*)$/u.exec(
      party,
    )?.[1];
  return last?.trim() || null;
}

/** After the name, there is nothing, or its address, number or office. */
const isWhole = (party: string, name: string) => {
  const rest = party.slice(party.indexOf(name) + name.length).trim();
  return (
    rest === '' ||
    /^(?:,|of\b|\(|with\b|whose\b|a company\b|registered\b|represented\b|in\b|aus\b)/u.test(rest)
  );
};

/** The words whose first letters these are. */
function spelledOut(text: string, at: number | undefined, letters: string): string | null {
  const words = text
    .slice(Math.max(0, (at ?? 0) - LONGEST), at)
    .trimEnd()
    .split(/\s+/u);
  const wanted = letters.replaceAll(/[^\p{Lu}]/gu, '');
  for (let count = wanted.length; count <= wanted.length + 3 && count <= words.length; count++) {
    const some = words.slice(-count);
    const initials = some.flatMap((word) => word.split('-').map((part) => part.charAt(0)));
    const big = initials.filter((letter) => /\p{Lu}/u.test(letter)).join('');
    const all = initials.join('').toUpperCase();
    if ((big === wanted && /^\p{Lu}/u.test(some[0] ?? '')) || all === wanted) return some.join(' ');
  }
  return null;
}

function formsOf(name: string): string[] {
  let company = name;
  while (COMPANY.test(company)) company = company.replace(COMPANY, '');
  const forms = [name, company];
  const [first = ''] = company.split(' ');
  if (company !== name && first.length >= LEAST_FIRST) forms.push(first);
  const titled = TITLE.exec(name)?.[0] ?? '';
  const words = name.slice(titled.length).split(' ');
  if (words.length > 1) forms.push(words.join(' '));
  const last = words.at(-1) ?? '';
  // A person may be called by the last name alone: `Ms Brandt`.
  if (company === name && words.length <= 3 && words.every((word) => /^\p{Lu}\p{Ll}/u.test(word)))
    forms.push(...['Mr', 'Mrs', 'Ms', 'Dr', 'Herr', 'Frau'].map((title) => `${title} ${last}`));
  return [...new Set(forms)].filter((form) => form.length > 1).toSorted((a, b) => b.length - a.length);
}

/** The claim as the text would write it; null if it has none of the names. */
export function asDefined(
  claim: string,
  definitions: readonly DefinedName[],
): { claim: string; used: DefinedName[] } | null {
  let written = claim;
  const used: DefinedName[] = [];
  for (const definition of definitions) {
    const name = definition.names.find((form) => hasWords(written, form));
    const into = definition.isLetters || definition.isGerman ? definition.short : `the ${definition.short}`;
    if (name !== undefined) {
      written = replaced(written, name, into);
      used.push(definition);
    } else if (definition.isLetters && hasWords(written, definition.short)) {
      written = replaced(written, definition.short, definition.names[0] ?? definition.short);
      used.push(definition);
    }
  }
  return used.length > 0 && written !== claim ? { claim: written, used } : null;
}

const isInWord = (character: string) => /[\p{L}\p{N}]/u.test(character);

function placeOf(text: string, words: string): number {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1))
    if (!isInWord(text.charAt(at - 1)) && !isInWord(text.charAt(at + words.length))) return at;
  return -1;
}

const hasWords = (text: string, words: string) => placeOf(text, words) !== -1;

/** Without the article before it, and with a capital where the claim begins. */
function replaced(text: string, words: string, into: string): string {
  let result = text;
  for (let rounds = 0; rounds < 8; rounds++) {
    const at = placeOf(result, words);
    if (at === -1) break;
    const article = /\b(?:[Tt]he|[Dd]er|[Dd]ie|[Dd]as)\s$/u.exec(result.slice(0, at))?.[0] ?? '';
    const begins = at === article.length;
    const put = begins ? into.charAt(0).toUpperCase() + into.slice(1) : into;
    result = result.slice(0, at - article.length) + put + result.slice(at + words.length);
    if (into.includes(words)) break;
  }
  return result;
}
