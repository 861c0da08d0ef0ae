import { aboutNames, type AboutNames } from './about-names.js';
import { lackFocus, measureAsked, moneyAsked } from './asked-focus.js';
import { askedKind, holdsKind } from './asked-kind.js';
import { withAmendments } from './amended-rules.js';
import { askedNames } from './asked-names.js';
import { askedOtherwise, IN_OTHER_WORDS } from './asked-otherwise.js';
import { withoutTaskWords } from './asked-words.js';
import { isEveryday } from './asked-things.js';
import { type Candidate, collectCandidates } from './collect-candidates.js';
import { type Dispute, withDisputes } from './with-disputes.js';
import { oneValueAsked, withDifferingValues } from './differing-values.js';
import { asksHolder, becameIt, deniesDeed } from './says-who.js';
import { fittingRows } from './fitting-rows.js';
import { inNamedFiles } from './in-named-files.js';
import { askedTimes, type TimeFit, withoutTimes } from './named-times.js';
import { supersededFor } from './meant-version.js';
import { askedPerson, namesPerson } from './names-person.js';
import { missingTopic, unmentionedDeed, unmentionedThings } from './missing-topic.js';
import { asksRule, tellsPastOnly } from './tells-past-only.js';
import { namesAsWritten } from './names-as-written.js';
import { asksCount, asksOnce, byScore, leavesRowsOut, lengthFactor, pick, weigh } from './pick-sentences.js';
import { askedApartFrom, termsOf } from './question-terms.js';
import type { PromptDocument } from './read-prompt.js';
import { corrects, isCorrection, withReplacing } from './taken-back.js';
import { inItsPlace, recordPart, whoseItIs, withAntecedent, withPoints } from './tell-sentence.js';
import { favourTold, placesTold } from './told-before.js';
import { withoutParts, withoutRepeats } from './without-repeats.js';

export interface SelectedSentence {
  text: string;
  number: number;
  /** Of the document, where the text says nothing without it; null otherwise. */
  title: string | null;
  /** The name of its file, where another document has the same title. */
  file?: string;
  /** Of a table row: the names of its columns. */
  columns?: string;
  /** What says whose it is, where neither the sentence nor the title does: quoted before it. */
  lead?: string;
  /** What the question names and this sentence is not about: it is the nearest, and no answer. */
  missing?: string;
  /** Things that the question is about and no document found has a word for. */
  unmentioned?: readonly string[];
  /** Has what the question names, and nothing of what it asks about it. */
  isNear?: boolean;
  /** 0 to 1: how much of the question it answers, by its words or by its meaning. */
  strength: number;
  /** Asked for somebody's name, and has none. */
  lacksName: boolean;
  /** CIT-9: other sources say otherwise and are next to it, with the same dispute. */
  dispute?: Dispute;
  /** It is of a version that another replaces, or that was withdrawn. */
  isReplaced?: boolean;
  /** Of a row: its table has more that fit as well. */
  isOneOfMany?: boolean;
  /** Of its document, where it is in dispute and the day is known. */
  date: string | null;
}

export interface SelectSentencesOptions {
  question: string;
  /** What the question follows up on: its words count too, but less. */
  before?: string;
  /** The answer before: what it quoted is what a follow-up is about. */
  told?: string;
  documents: readonly PromptDocument[];
  /** Index terms of a text: normalised and stemmed. */
  terms: (text: string) => string[];
  /** Similarity of each text to the question, -1 to 1, where an embedder is at hand. */
  similarity?: (texts: readonly string[]) => Promise<number[]>;
  most: number;
}

/** Below this the evidence does not answer the question. */
const WEAK_EVIDENCE = 0.34;
const SURE = 0.5;
/** A question that asks for all of something gets as many, and no fewer than come near it. */
const LISTED = 8;
const RESCORED = 48;
const NOT_FAR_BEHIND = 0.5;
/** What a sentence keeps of its score that lacks the date, number, name or place that was asked for. */
const WITHOUT_THE_KIND = 0.7;
/** "Wie hoch ist …", "How deep …": what only calls something high, or tells another figure, does not answer. */
const WITHOUT_FIGURE = 0.45;
const WIE_HOCH = /^\P{L}*wie\s+(?:hoch|groß|tief|breit|schwer|alt)\b/iu;
/** What a sentence keeps of its score where the question names a year or a month. */
const BY_TIME: Readonly<Record<TimeFit, number>> = { same: 1, unknown: 0.7, other: 0.4 };
/** What the strength of sentences of another time is: never enough for an answer. */
const OF_ANOTHER_TIME = 0.45;
/** What a word of every day counts that no sentence has, such as "allowed" and "take". */
const UNSAID_EVERYDAY = 0.25;
/** What a word of the question before counts in a follow-up. */
const EARLIER_SHARE = 0.6;
/** What a sentence keeps of its score by how far it is about what the question names. */
const BY_NAME: Readonly<Record<AboutNames, number>> = { itself: 1, head: 0.95, document: 0.85, nothing: 0.4 };
/** What it keeps where it has the name, and nothing of what was asked about it. */
const NAME_ALONE = 0.6;
/** What a word counts that is in the title or heading, or before the sentence in its paragraph. */
const IN_CONTEXT = 0.6;
const NEARBY = 0.55;
/** What a sentence of a replaced version keeps where nothing says that the past is asked for. */
const REPLACED = 0.6;
/** What a sentence keeps that tells of the past only, where the question asks what something costs or brings now. */
const OF_PAST = 0.7;
/** Asked who holds a post, what a sentence keeps that only mentions its holder where another says who got it. */
const NOT_BECAME = 0.8;
/** What a sentence keeps that its author took back. */
const TAKEN_BACK = 0.5;
const ASKS_WHETHER =
  /^\P{L}*(?:is|are|was|were|does|do|did|has|have|can|may|must|ist|sind|war|waren|hat|haben|kann|darf|muss)\s/iu;
/** When, of what the rest of the question says: nothing that a sentence has to repeat. */
const WHEN =
  /\b(?:before|previously|formerly|earlier|now|currently|today|still|then|vorher|früher|heute|jetzt)\b/giu;
/** The sentences that answer best, best first; empty when the evidence is weak. */
export async function selectSentences(given: SelectSentencesOptions): Promise<SelectedSentence[]> {
  const options = inNamedFiles({ ...given, question: withoutTaskWords(given.question) });
  const times = askedTimes(options.question);
  const candidates = fittingRows(options.question, withoutRepeats(await collectCandidates(options, times)));
  const known = new Set(candidates.flatMap((candidate) => [...candidate.terms, ...candidate.context]));
  const asked = termsOf(options, askedApartFrom(times, options), known);
  const earlier = termsOf(options, options.before ?? '', known).filter((term) => !asked.includes(term));
  const all = [...asked, ...earlier];
  if (all.length === 0) return [];
  const weights = weigh(all, candidates);
  const kind = askedKind(options.question);
  const everyday = new Set(
    ((kind === null ? '' : options.question).match(/\p{L}+/gu) ?? [])
      .filter(isEveryday)
      .flatMap((word) => options.terms(word)),
  );
  for (const term of asked)
    if (everyday.has(term) && !known.has(term)) weights.set(term, (weights.get(term) ?? 0) * UNSAID_EVERYDAY);
  for (const term of earlier) weights.set(term, (weights.get(term) ?? 0) * EARLIER_SHARE);
  // A year is no number of what was asked about, and neither is that of `tank 2`, which the question names.
  const numbered = kind === 'number' ? (options.question.match(/\p{L}+\s+\d+(?![\d.,])/gu) ?? []) : [];
  const bare = (text: string) =>
    numbered.reduce(
      (left, name) => left.replaceAll(name, ' '),
      times.length > 0 && kind === 'number' ? withoutTimes(text) : text,
    );
  const person = askedPerson(options.question);
  const words = new Set(asked);
  const isOfQuestion = (word: string) => options.terms(word).some((term) => words.has(term));
  if (person)
    for (const candidate of candidates)
      candidate.lacksName =
        !namesPerson({
          question: options.question,
          text: candidate.text,
          asked: person,
          isOfQuestion,
        }) || deniesDeed(options.question, candidate.text);
  // "What was it before?" is about whom the question before names.
  const own = askedNames(options.question);
  const names = own.length > 0 ? own : askedNames(options.before ?? '');
  const nameWords = namesAsWritten(names, candidates);
  const namesApart = names
    .reduce((text, name) => text.replaceAll(name, ' '), options.question)
    .replaceAll(WHEN, ' ');
  const left = new Set([
    ...termsOf(options, askedApartFrom(times, { ...options, question: namesApart }), known),
    ...earlier,
  ]);
  const rest = names.length === 0 ? all : all.filter((term) => left.has(term));
  const aboutOf = aboutNames(candidates, nameWords);
  const isSaidOtherwise = askedOtherwise(options.terms, `${options.question}\n${options.before ?? ''}`);
  const holds = ({ terms, context }: Candidate, term: string) =>
    terms.has(term) || context.has(term) || isSaidOtherwise(term, terms);
  for (const candidate of candidates) {
    candidate.about = aboutOf(candidate);
    candidate.isAnswer =
      candidate.about !== 'nothing' && (rest.length === 0 || rest.some((term) => holds(candidate, term)));
  }
  const places = placesTold(options.told ?? '', candidates);
  if (options.before !== undefined) for (const candidate of places.keys()) candidate.isAnswer = true;
  // In other words than the question's: at least of the kind that was asked for.
  if (kind !== null && person !== 'name' && !candidates.some(({ isAnswer }) => isAnswer))
    for (const candidate of candidates)
      candidate.isAnswer =
        candidate.about !== 'nothing' &&
        nameWords.flat().some((word) => candidate.words.has(word)) &&
        holdsKind(bare(candidate.text), kind);
  const superseded = supersededFor(options.question, options.documents);
  const corrections = candidates.filter(({ text }) => isCorrection(text));
  for (const candidate of candidates)
    candidate.isTakenBack ||= corrections.some(({ text }) => corrects(text, candidate.text));
  const isMoney = moneyAsked(options.question) ?? (kind === null ? moneyAsked(options.before ?? '') : null);
  const isMeasure = measureAsked(options.question);
  const hasKind = (one: Candidate) =>
    person
      ? !one.lacksName
      : (isMoney?.(one) ??
        ((kind === null || holdsKind(bare(one.text), kind)) &&
          (one.isRow || (isMeasure?.(one.text) ?? true))));
  const isRule = asksRule(options.question);
  const isRole = asksHolder(options.question) && candidates.some(({ text }) => becameIt(text) !== null);
  const withoutKind = WIE_HOCH.test(options.question) || isMeasure ? WITHOUT_FIGURE : WITHOUT_THE_KIND;
  const fit = (one: Candidate) => {
    const { text, time, about, isAnswer, number, isTakenBack } = one;
    const named = names.length === 0 ? 1 : BY_NAME[about] * (isAnswer ? 1 : NAME_ALONE);
    const ofOld =
      (superseded.has(number) ? REPLACED : 1) *
      (isTakenBack ? TAKEN_BACK : 1) *
      ((isMoney || isRule) && tellsPastOnly(options.question, text) ? OF_PAST : 1);
    const ofHolder = isRole && becameIt(text) === null ? NOT_BECAME : 1;
    return (hasKind(one) ? 1 : withoutKind) * BY_TIME[time] * named * ofOld * ofHolder;
  };
  // The name is elsewhere in its document.
  const isHeldAbove = ({ about }: Candidate, term: string) => about !== 'nothing' && !rest.includes(term);
  const total = all.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);

  for (const candidate of candidates) {
    let covered = 0;
    for (const term of all) {
      const weight = weights.get(term) ?? 0;
      // A word of the title or heading counts, but less than one of the sentence itself.
      if (candidate.terms.has(term)) covered += weight;
      else if (isSaidOtherwise(term, candidate.terms)) covered += weight * IN_OTHER_WORDS;
      else if (candidate.context.has(term) || isSaidOtherwise(term, candidate.context))
        covered += weight * IN_CONTEXT;
      else if (candidate.about === 'head' && candidate.isAnswer && !rest.includes(term))
        covered += weight * IN_CONTEXT;
      else if (candidate.near.has(term) || isHeldAbove(candidate, term)) covered += weight * NEARBY;
    }
    candidate.lexical = total > 0 ? covered / total : 0;
    candidate.score = candidate.lexical * lengthFactor(candidate.terms.size) + 0.12 / (1 + candidate.rank);
    // "When" is answered by what has a date: words alone would prefer a caption that repeats the question.
    candidate.score *= fit(candidate);
  }
  candidates.sort(byScore);

  if (options.similarity) {
    const best = candidates.slice(0, RESCORED);
    const similarities = await options.similarity(best.map((one) => inItsPlace(one, names)));
    for (const [position, candidate] of best.entries()) {
      const semantic = Math.max(0, ((similarities[position] ?? 0) - 0.2) / 0.6);
      candidate.score = 0.5 * candidate.score + 0.5 * semantic * fit(candidate);
      candidate.lexical = Math.max(candidate.lexical, semantic);
    }
  }
  const asksKind = kind !== null || isMoney !== null;
  favourTold({ question: options.question, places, own: asked, holds, hasKind, asksKind });
  candidates.sort(byScore);

  const top = ofNamed(names, candidates) ?? candidates[0];
  if (!top || top.lexical < WEAK_EVIDENCE) return [];
  const isOfTime = top.time === 'same';
  const inTime = isOfTime ? candidates.filter(({ time }) => time !== 'other') : candidates;
  const answers = names.length > 0 && top.isAnswer;
  const eligible = answers ? inTime.filter(({ isAnswer }) => isAnswer) : inTime;
  // Beside what answers, only what answers as well: a sentence without the sum or the day asked for tells nothing more.
  const asksOne = asksKind && asksOnce(options.question) && options.most < LISTED;
  const isSure = asksOne && top.lexical >= SURE && hasKind(top);
  const fitting = isSure ? eligible.filter((one) => hasKind(one)) : eligible;
  const best = pick(fitting, top, options.most, isSure && !asksCount(options.question));
  // Asked who: what names somebody comes before what only speaks of the thing.
  const picked = person ? best.toSorted((one, other) => +one.lacksName - +other.lacksName) : best;
  const held = withReplacing(eligible.slice(0, RESCORED), candidates);
  const topic = names.length > 0 ? null : missingTopic(options.question, candidates);
  const deed = unmentionedDeed(options.question, candidates);
  const things =
    topic === null
      ? [...unmentionedThings(options.question, candidates), ...(deed === null ? [] : [deed])]
      : [];
  const lacksTopic = topic !== null || things.length > 0;
  const disputed = withDifferingValues({
    told: withAmendments(withDisputes(picked, held, asked), candidates),
    others: eligible.slice(0, RESCORED),
    asked,
    kind: names.length > 0 || lacksTopic ? null : oneValueAsked(options.question),
  });
  const told = withPoints(disputed, candidates);
  const isPart = leavesRowsOut(best, eligible, top);
  const chosen = new Set(told.map(({ sentence }) => sentence));
  // Whether something is so may be said in many ways.
  const isWhether =
    names.length > 0 &&
    !answers &&
    ASKS_WHETHER.test(options.question) &&
    told.some(({ sentence }) => sentence.about === 'itself');
  const quoted = told.map(({ sentence }) => sentence);
  const isSaid = lacksTopic || options.before !== undefined;
  const isNear = isWhether || (!isSaid && lackFocus(options.question, quoted));
  const selected = withoutParts(told).map((one) => ({
    ...withAntecedent(one, chosen, candidates),
    ...(answers && whoseItIs(one.sentence, nameWords.flat(), candidates, chosen)),
    ...(names.length > 0 && !answers && !isWhether && { missing: names.join(', ') }),
    ...(topic !== null && { missing: topic }),
    ...(things.length > 0 && { unmentioned: things }),
    ...(isNear && { isNear }),
    ...(isPart && { isOneOfMany: true }),
    ...recordPart(one.sentence, all, options.terms),
  }));
  return isOfTime
    ? selected
    : selected.map((sentence) => ({ ...sentence, strength: sentence.strength * OF_ANOTHER_TIME }));
}

/** The best that is about what the question names, unless it is far behind: what others say of their own is no answer. */
function ofNamed(names: readonly string[], candidates: readonly Candidate[]): Candidate | undefined {
  const [first] = candidates;
  if (names.length === 0 || !first || first.about !== 'nothing') return undefined;
  return candidates.find(
    ({ isAnswer, lexical }) =>
      isAnswer && lexical >= WEAK_EVIDENCE && lexical >= first.lexical * NOT_FAR_BEHIND,
  );
}
