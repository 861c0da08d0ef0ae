import { bare, MOST_PEOPLE, NOT_A_PERSON, peopleOf, TITLE_BEFORE, type Person } from './people-in-text.js';
import { splitSentences } from './split-sentences.js';

type Span = { start: number; end: number };

/** A word of a text with the name put in its place. */
export interface Filled extends Span {
  /** Where it is in the text with the names. */
  from: number;
  to: number;
  /** Where the text has the name. */
  name: Span;
}

/** A text that names people where it writes `she`, `Mr Okafor` or, in a letter, `you`. */
export interface FilledText {
  text: string;
  filled: readonly Filled[];
}

/** Longer texts are not letters or minutes. */
const LONGEST = 60_000;
/** How many sentences back a pronoun may point. */
const MOST_BACK = 2;

const PRONOUN =
  /(?<![\p{L}\p{N}'’-])(?:[Ss]he|[Hh]e|[Hh]im|[Hh]is|[Hh]er|[Hh]ers)(?![\p{L}\p{N}-])(?:['’](?:d|s|ll))?/gu;

/** Null if there is nothing to put in. */
export function filledText(text: string): FilledText | null {
  if (text.length > LONGEST) return null;
  const people = peopleOf(text);
  const changes = [
    ...inFull(people),
    ...pronouns(text, people),
    ...inLetters(text, people),
    ...runInHeadings(text),
    ...roles(text),
  ].toSorted((a, b) => a.start - b.start);
  const filled: Filled[] = [];
  let written = '';
  let from = 0;
  for (const { start, end, put, name } of changes) {
    if (start < from) continue;
    written += text.slice(from, start);
    filled.push({ start, end, name, from: written.length, to: written.length + put.length });
    written += put;
    from = end;
  }
  return filled.length === 0 ? null : { text: written + text.slice(from), filled };
}

interface Change extends Span {
  put: string;
  name: Span;
}

const ROLE =
  /(?<![\p{L}\p{N}])(\p{Lu}[\p{Ll}'’]+(?:\s\p{Lu}[\p{L}'’.-]*){1,2}) \((?:the |our |acting )?([a-z][a-z-]{3,20}(?: [a-z-]{3,20})?)\)/gu;

/** `Hilda Marsh (chair)`: from there on she is `the chair`. */
function roles(text: string): Change[] {
  const found: Change[] = [];
  const seen = new Set<string>();
  for (const { index, 0: all, 1: name = '', 2: role = '' } of text.matchAll(ROLE)) {
    if (NOT_A_PERSON.test(name) || seen.has(role) || found.length > MOST_PEOPLE) continue;
    seen.add(role);
    const mention = new RegExp(`(?<![\\p{L}])[Tt]he ${role}(?![\\p{L}\\p{N}'’-])`, 'gu');
    for (const { index: at, 0: words } of text.slice(index + all.length).matchAll(mention)) {
      const start = index + all.length + at;
      found.push({
        start,
        end: start + words.length,
        put: name,
        name: { start: index, end: index + name.length },
      });
    }
  }
  return found;
}

const RUN_IN =
  /(?<=^|\n)[^\S\n]*(?:[-*+]\s+|\d{1,3}[.)]\s+)?\*\*([^*\n]{2,60}?)[.:]?\*\*[.:]?(?=[^\S\n]+\S)/gu;

/** `**Rope pyramid.** Two bolts are loose.`: the heading belongs to the sentence after it. */
function runInHeadings(text: string): Change[] {
  return Array.from(text.matchAll(RUN_IN), ({ index, 0: all, 1: words = '' }) => {
    const start = index + all.indexOf('**');
    const at = text.indexOf(words, start);
    return { start, end: index + all.length, put: `${words}:`, name: { start: at, end: at + words.length } };
  });
}

/** Other mentions by the last name alone get the first name: `Mr Okafor`, `Okafor`. */
function inFull(people: readonly Person[]): Change[] {
  const full = new Map<string, Person | null>();
  for (const person of people) {
    const words = bare(person).split(' ');
    if (words.length < 2) continue;
    const known = full.get(person.last);
    full.set(
      person.last,
      known === undefined || (known && bare(known) === bare(person)) ? (known ?? person) : null,
    );
  }
  return people.flatMap((person) => {
    const whole = full.get(person.last);
    if (!whole || bare(person) !== person.last) return [];
    person.name = `${person.name.slice(0, person.name.length - person.last.length)}${bare(whole)}`;
    const { start, end, name } = person;
    return [{ start, end, put: name, name: { start: whole.start, end: whole.end } }];
  });
}

function pronouns(text: string, people: readonly Person[]): Change[] {
  const sentences = splitSentences(text);
  const genders = new Map<string, 'm' | 'f'>();
  for (const { last, gender } of people) if (gender) genders.set(last, gender);
  const paragraphs = Array.from(text.matchAll(/\n[^\S\n]*\n/gu), ({ index }) => ({ start: index }));
  const sentenceAt = placeIn(sentences);
  const paragraphAt = placeIn(paragraphs);
  const mentions = people.map((person) => ({ person, at: person.start, ...placed(person.start) }));
  let next = 0;
  /** The last mention of each name so far. */
  const last = new Map<string, (typeof mentions)[number]>();
  const found: Change[] = [];
  for (const match of text.matchAll(PRONOUN)) {
    const at = match.index;
    const [written] = match;
    const word = written.toLowerCase().replace(/['’].*$/u, '');
    const gender = word.startsWith('s') || word.startsWith('her') ? 'f' : 'm';
    for (let one = mentions[next]; one && one.at < at; one = mentions[++next]) last.set(one.person.last, one);
    const { sentence, paragraph } = placed(at);
    const fits = Array.from(last.values()).filter(
      (one) =>
        sentence - one.sentence <= MOST_BACK &&
        one.paragraph === paragraph &&
        (genders.get(one.person.last) ?? gender) === gender,
    );
    const nearest = Math.max(...fits.map((one) => one.sentence));
    const near = fits.filter((one) => one.sentence === nearest);
    const begins = sentences[sentence]?.start === at;
    // `She` at the beginning goes on about the subject of the sentence before.
    const first = near.find((one) => one.at - (sentences[nearest]?.start ?? 0) < 4);
    const one = near.length === 1 ? near[0] : begins && nearest < sentence ? first : undefined;
    if (!one) continue;
    const behind = text.slice(at + written.length, at + written.length + 8);
    const isOwn =
      /^(?:his|hers)$/u.test(word) ||
      (word === 'her' &&
        /^\s+\p{L}/u.test(behind) &&
        !/^\s+(?:to|in|on|at|for|from|with|by|and|or|that|when|if|a|an|the)\b/u.test(behind));
    const rest = written
      .slice(word.length)
      .replace(/^['’]d$/u, ' would')
      .replace(/^['’]ll$/u, ' will')
      .replace(/^['’]s$/u, ' is');
    found.push({
      start: at,
      end: at + written.length,
      put: one.person.name + (isOwn ? '’s' : rest),
      name: { start: one.person.start, end: one.person.end },
    });
    last.set(one.person.last, { ...one, at, sentence, paragraph });
  }
  return found;

  function placed(at: number) {
    return { sentence: sentenceAt(at), paragraph: paragraphAt(at) };
  }
}

/** The last span that begins at or before a position; -1 if none does. */
const placeIn = (spans: readonly { start: number }[]) => (at: number) => {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

const DEAR =
  /(?:^|\n)(?:Dear|Hi|Hello|Good morning|Good afternoon)\s+([^\n,!:]{2,60})[,!:]?[^\S\n]*(?=\n|[A-Z]|$)/gu;
const FROM = /(?:^|\n)[*_]*From:?[*_]*:?\s+([^\n<(/]{2,60})/giu;
const SIGNED =
  /\n(?:(?:Kind |Best |Warm |With kind |With best )?[Rr]egards|Yours(?: \w+)?|Best wishes|Best|Thanks|Many thanks|Sincerely|Cheers|Love)[,.!]?[^\S\n]*\n\s*([^\s,][^\n,]{1,60})/gu;
const YOU = /(?<![\p{L}\p{N}'’-])(?:[Yy]our|[Yy]ou)(?![\p{L}\p{N}'’-])/gu;
const I = /(?<![\p{L}\p{N}'’-])(?:I|[Mm]y|me)(?![\p{L}\p{N}-])(?:['’](?:ve|m|d|ll))?/gu;

/** In a letter or an e-mail, `you` is who it is to, and `I` who it is from. */
function inLetters(text: string, people: readonly Person[]): Change[] {
  const found: Change[] = [];
  const starts = [...text.matchAll(FROM), ...text.matchAll(DEAR)].map(({ index }) => index);
  if (starts.length === 0) return found;
  const froms = Array.from(text.matchAll(FROM), ({ index }) => index);
  const cuts = froms.length > 0 ? froms : [0];
  for (const [place, cut] of cuts.entries()) {
    const start = place === 0 && froms.length === 0 ? 0 : cut;
    const end = cuts[place + 1] ?? text.length;
    const part = text.slice(start, end);
    const to = firstOf(part, DEAR, start);
    const from = firstOf(part, FROM, start) ?? firstOf(part, SIGNED, start);
    for (const [who, words] of [
      [to, YOU],
      [from, I],
    ] as const) {
      const person = who && asPerson(who, people);
      if (!person) continue;
      for (const match of part.matchAll(words)) {
        const [written] = match;
        const at = start + match.index;
        const isOwn = /^(?:your|my)$/iu.test(written);
        found.push({
          start: at,
          end: at + written.length,
          put: person.name + (isOwn ? '’s' : ''),
          name: { start: person.start, end: person.end },
        });
      }
    }
  }
  return found;
}

function firstOf(part: string, words: RegExp, offset: number): (Span & { name: string }) | null {
  words.lastIndex = 0;
  const match = words.exec(part);
  words.lastIndex = 0;
  const name = match?.[1]
    ?.trim()
    .replace(/[*_]+$/u, '')
    .trim();
  if (!match || name === undefined || !/^\p{Lu}/u.test(name) || name.split(' ').length > 5) return null;
  if (
    /^(?:all|everyone|team|sir|madam|colleagues?|parents?|members?|customers?|residents?|neighbou?rs?|friends)\b/iu.test(
      name,
    )
  )
    return null;
  const start = offset + match.index + match[0].lastIndexOf(name);
  return { start, end: start + name.length, name };
}

/** With the first name, if the text has it. */
function asPerson(
  { start, end, name }: Span & { name: string },
  people: readonly Person[],
): Span & { name: string } {
  const known = people.find(
    (person) =>
      person.name.split(' ').length > name.split(' ').length &&
      person.name.endsWith(` ${name.split(' ').at(-1) ?? ''}`),
  );
  const byFirst = people.find((person) => !name.includes(' ') && bare(person).startsWith(`${name} `));
  const whole = known ?? byFirst;
  return {
    start,
    end,
    name: whole
      ? TITLE_BEFORE.test(name)
        ? name.replace(name.split(' ').at(-1) ?? '', bare(whole))
        : whole.name
      : name,
  };
}

/** Where a span of the filled text is in the text itself. */
export function inText({ filled }: FilledText, { start, end }: Span): Span {
  const place = (at: number, isEnd: boolean) => {
    let moved = at;
    for (const one of filled) {
      if (one.from > at || (isEnd && one.from === at)) break;
      if (at < one.to) return isEnd ? one.end : one.start;
      moved = at - (one.to - one.end);
    }
    return moved;
  };
  return { start: place(start, false), end: place(end, true) };
}

/** The names that were put into a span of the text. */
export function namesPutIn({ filled }: FilledText, { start, end }: Span): readonly Filled[] {
  return filled.filter((one) => one.start >= start && one.end <= end);
}
