import { askedWords } from './asked-words.js';
import { documentSentences, type Sentence } from './document-sentences.js';
import type { PromptDocument } from './read-prompt.js';
import { numberOf, replacedVersions, versionsOfOne } from './replaced-versions.js';
import type { SelectedSentence, SelectSentencesOptions } from './select-sentences.js';
import { isSameVersion, namedVersions, versionQuestion } from './version-question.js';
import type { Dispute } from './with-disputes.js';

/** Share of the question's words that documents must contain before they count as the ones it means. */
const SPOKEN_OF = 0.5;
/** Share of words in common for two sentences about the same thing. */
const SAME_THING = 0.4;
const MOST_CHANGES = 10;
const MOST_OF_THING = 12;
/** `Checked by Oona Marsh` says nothing about the thing that was checked. */
const OWN_VERB =
  /\b(?:is|are|was|were|has|have|had|do|does|did|can|may|must|shall|should|will|would|needs?|shows?|ist|sind|war|waren|hat|haben|kann|darf|muss|soll|wird|wurden?|\p{L}{3,}ed)\b(?!\s+by\b|\s+von\b)/iu;
const NO_TOPIC =
  /\b(?:versions?|editions?|revisions?|fassung(?:en)?|ausgaben?|current|valid|latest|newest|changed|changes?|since|compared|seit|gegenüber|differences?|differs?|between|new|old|v?\d+(?:\.\d+)*)\b/giu;

/** Answers which version of a document is valid, or what differs between two; null if the question asks neither. */
export function answerVersions({
  question,
  documents,
  terms,
}: SelectSentencesOptions): SelectedSentence[] | null {
  const asked = versionQuestion(question);
  if (asked === null) return null;
  const topic = terms(askedWords(question).replaceAll(NO_TOPIC, ' '));
  const [family] = versionsOfOne(documents)
    .map((versions) => ({ versions, share: shareOf(topic, versions, terms) }))
    .filter(({ versions, share }) => share >= SPOKEN_OF && versions.some(({ version }) => version.length > 0))
    // The differences show what has become of a thing only if the documents are about that thing.
    .filter(({ versions }) => asked !== 'since' || versions.some((one) => isAbout(topic, one, terms)))
    .toSorted((one, other) => other.share - one.share);
  if (!family) return null;
  const { versions } = family;
  const replaced = replacedVersions(documents);
  const stated = versions.flatMap((document) => statedBy(document, replaced));
  if (asked === 'current') return stated.length > 0 ? stated : null;
  const numbers = namedVersions(question);
  const named = versions.filter((document) =>
    numbers.some((number) => isSameVersion(number, numberOf(document) ?? '')),
  );
  const [newer, older] = named.length >= 2 ? named : versions;
  if (!newer || !older) return null;
  const changes = differences({ newer, older, terms, replaced, isOfThing: asked === 'since' });
  const both = stated.filter(({ number }) => number === newer.number || number === older.number);
  return changes.length === 0 ? null : [...both, ...changes];
}

function shareOf(
  topic: readonly string[],
  versions: readonly PromptDocument[],
  terms: (text: string) => string[],
): number {
  if (topic.length === 0) return 1;
  const held = new Set(
    versions.flatMap(({ title, path, contents }) =>
      terms(`${title} ${path.replaceAll(/[-_./]/gu, ' ')} ${contents}`),
    ),
  );
  return topic.filter((term) => held.has(term)).length / topic.length;
}

function isAbout(
  topic: readonly string[],
  { title, path }: PromptDocument,
  terms: (text: string) => string[],
): boolean {
  const called = new Set(terms(`${title} ${path.replaceAll(/[-_./]/gu, ' ')}`));
  return topic.length > 0 && topic.every((term) => called.has(term));
}

/** What a version says about itself, if the passage shown contains it. */
function statedBy(document: PromptDocument, replaced: ReadonlySet<number>): SelectedSentence[] {
  const lines = document.version.filter((line) => document.contents.includes(line));
  if (lines.length === 0) return [];
  return [told(document, lines.join(' '), replaced)];
}

function told(
  document: PromptDocument,
  text: string,
  replaced: ReadonlySet<number>,
  dispute?: Dispute,
): SelectedSentence {
  return {
    text,
    number: document.number,
    title: document.title,
    file: document.path.split('/').at(-1) ?? '',
    strength: 1,
    lacksName: false,
    date: document.date,
    ...(replaced.has(document.number) && { isReplaced: true }),
    ...(dispute && { dispute }),
  };
}

/**
 * Sentences of one version that the other lacks, each with its counterpart. With `isOfThing`, skips rows, phrases
 * without a verb, and sentences that only the older version has.
 */
function differences(options: {
  newer: PromptDocument;
  older: PromptDocument;
  terms: (text: string) => string[];
  replaced: ReadonlySet<number>;
  isOfThing: boolean;
}): SelectedSentence[] {
  const { newer, older, terms, replaced, isOfThing } = options;
  const dispute: Dispute = { isOpen: false, isDated: true, isChange: true };
  const own = (document: PromptDocument, other: PromptDocument) =>
    documentSentences(document.contents)
      .filter(({ text }) => !document.version.includes(text) && !other.contents.includes(text))
      .map((sentence) => ({ ...sentence, terms: new Set(terms(sentence.text)) }));
  const left = own(newer, older);
  const open = new Set(own(older, newer));
  const pairs = left.map((sentence) => {
    const [match] = [...open]
      .filter((other) => other.heading === sentence.heading)
      .map((other) => ({ other, share: sharedTerms(sentence.terms, other.terms) }))
      .filter(({ share }) => share >= SAME_THING)
      .toSorted((one, other) => other.share - one.share);
    if (match) open.delete(match.other);
    return { sentence, match: match?.other };
  });
  const isWhole = ({ text, isFragment }: Sentence) =>
    text.length > 12 && !(isOfThing && (isFragment || !OWN_VERB.test(text)));
  const paired = pairs.filter(({ match }) => match !== undefined);
  const alone = pairs.filter(({ match, sentence }) => match === undefined && isWhole(sentence));
  return [
    ...paired.flatMap(({ sentence, match }) => [
      told(newer, sentence.text, replaced, dispute),
      told(older, match?.text ?? '', replaced, dispute),
    ]),
    ...alone.map(({ sentence }) => told(newer, sentence.text, replaced, dispute)),
    ...(isOfThing ? [] : [...open].filter(isWhole)).map(({ text }) => told(older, text, replaced, dispute)),
  ].slice(0, isOfThing ? MOST_OF_THING : 2 * MOST_CHANGES);
}

function sharedTerms(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((term) => other.has(term)).length / Math.max(1, Math.min(one.size, other.size));
}
