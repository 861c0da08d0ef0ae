import { aboutAny, aboutNames, type AboutNames, asksForEither } from './about-names.js';
import { measureAsked, moneyAsked } from './asked-focus.js';
import { countAsked } from './count-asked.js';
import { askedKind, holdsKind } from './asked-kind.js';
import { askedNames } from './asked-names.js';
import { askedOtherwise, IN_OTHER_WORDS } from './asked-otherwise.js';
import { withoutTaskWords } from './asked-words.js';
import { isEveryday } from './asked-things.js';
import { type Candidate, collectCandidates } from './collect-candidates.js';
import { comparesSome } from './compares-some.js';
import { asksHolder, becameIt, deniesDeed } from './says-who.js';
import { reasonAsked } from './gives-reason.js';
import { rowsByFit } from './fitting-rows.js';
import { rowsOfOtherDays } from './rows-of-other-days.js';
import { inNamedFiles } from './in-named-files.js';
import { askedTimes, type TimeFit, withoutTimes } from './named-times.js';
import { supersededFor } from './meant-version.js';
import { askedPerson, namesPerson } from './names-person.js';
import { rowsAlike } from './rows-alike.js';
import { asksRule, onlyProposes, tellsPastOnly } from './tells-past-only.js';
import { knowNicknames } from './nicknames.js';
import { outdatedNext } from './outdated-next.js';
import { namesAsWritten } from './names-as-written.js';
import { byScore, lengthFactor, weigh } from './pick-sentences.js';
import { askedApartFrom, termsOf } from './question-terms.js';
import type { PromptDocument } from './read-prompt.js';
import { corrects, isCorrection } from './taken-back.js';
import { inItsPlace } from './tell-sentence.js';
import { favourTold, placesTold } from './told-before.js';
import { withoutRepeats } from './without-repeats.js';

/** A question, what came before it, and the documents found for it. */
export interface QuestionOfDocuments {
  question: string;
  /** The question that this one follows. Its words count too, but less. */
  before?: string;
  /** The answer before. A follow-up is about what it quoted. */
  told?: string;
  documents: readonly PromptDocument[];
  /** Index terms of a text: normalised and stemmed. */
  terms: (text: string) => string[];
  /** Similarity of each text to the question, -1 to 1, if there is an embedder. */
  similarity?: (texts: readonly string[]) => Promise<number[]>;
}

/** A question with the sentences of its documents, scored by how well they answer. */
export interface ScoredSentences {
  /** Best first. */
  candidates: Candidate[];
  /** The question as used, without a file name or task words. */
  question: string;
  /** Terms of the question, and those together with the terms of the question before. */
  asked: readonly string[];
  all: readonly string[];
  /** The names in it, and the words that documents have for them. */
  names: readonly string[];
  nameWords: string[][];
  asksPerson: boolean;
  /** Whether it asks for a date, number, name, place or amount of money. */
  asksKind: boolean;
  hasKind: (one: Candidate) => boolean;
  /** The day asked about, if a table by days has no row for it and no text names it. */
  missingDay: string | null;
}

/** How many of the best sentences are compared by meaning, and may be shown beside the answer. */
export const RESCORED = 48;
/** Factor for a sentence without the date, number, name or place asked for. */
const WITHOUT_THE_KIND = 0.7;
/**
 * "Wie hoch ist …", "How deep …": a sentence that only calls something high, or gives another figure, does not answer.
 */
const WITHOUT_FIGURE = 0.45;
const WIE_HOCH = /^\P{L}*wie\s+(?:hoch|groß|tief|breit|schwer|alt)\b/iu;
/** Factor by time, if the question names a year or month. */
const BY_TIME: Readonly<Record<TimeFit, number>> = { same: 1, unknown: 0.7, other: 0.4 };
/** Weight of a common word that no sentence has, such as "allowed" and "take". */
const UNSAID_EVERYDAY = 0.25;
/** Weight of a word from the question before, in a follow-up. */
const EARLIER_SHARE = 0.6;
/** Factor by how far a sentence is about what the question names. */
const BY_NAME: Readonly<Record<AboutNames, number>> = { itself: 1, head: 0.95, document: 0.85, nothing: 0.4 };
/** Factor for a sentence that has the name, but nothing of what was asked about it. */
const NAME_ALONE = 0.6;
/** Weight of a word in the title or heading, or in the sentence before in the paragraph. */
const IN_CONTEXT = 0.6;
/** Weight of a word in the question that the sentence stands below. */
const IN_QUESTION = 0.85;
const NEARBY = 0.55;
/** Factor for a sentence of a replaced version, if the question does not ask about the past. */
const REPLACED = 0.6;
/** Factor for a sentence only about the past, if the question asks what something costs or brings now. */
const OF_PAST = 0.7;
/** Factor for a proposal, if the question asks what is so. */
const PROPOSED = 0.85;
/**
 * For a question about the holder of a post: factor for a sentence that only mentions the holder, if another says who
 * got the post.
 */
const NOT_BECAME = 0.8;
/** Factor for a sentence that its author retracted. */
const TAKEN_BACK = 0.5;
/** Factor for a row that the question does not distinguish from the others of its table. */
const ANY_ROW = 0.5;
/** Factor for a sentence without a reason, if the question asks why and another about the same gives one. */
const WITHOUT_REASON = 0.3;
/** Words for the time of the rest of the question, which a sentence need not repeat. */
const WHEN =
  /\b(?:before|previously|formerly|earlier|now|currently|today|still|then|vorher|früher|heute|jetzt)\b/giu;

/** `Where is it? When is it?`: nothing in it answers. */
const isOnlyQuestions = (text: string) => /\?["”’)*_]*$/u.test(text.trimEnd()) && !/[.!…:|]/u.test(text);

/** Parses the question and scores each sentence; null if the question has no usable word. */
export async function scoreSentences(given: QuestionOfDocuments): Promise<ScoredSentences | null> {
  const options = inNamedFiles({ ...given, question: withoutTaskWords(given.question) });
  const times = askedTimes(options.question);
  const { rows: candidates, selected } = rowsByFit(
    options.question,
    withoutRepeats(await collectCandidates(options, times)),
  );
  for (const row of selected) row.isSelected = true;
  const ofOtherDays = rowsOfOtherDays(options.question, candidates);
  for (const row of ofOtherDays?.rows ?? []) row.time = 'other';
  const known = new Set(candidates.flatMap((candidate) => [...candidate.terms, ...candidate.context]));
  const asked = termsOf(options, askedApartFrom(times, options), known);
  const earlier = termsOf(options, options.before ?? '', known).filter((term) => !asked.includes(term));
  const all = [...asked, ...earlier];
  if (all.length === 0) return null;
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
  // Neither a year nor the number in `tank 2`, which the question names, is a number asked for.
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
  // "What was it before?" is about the names in the question before.
  const own = askedNames(options.question);
  const names = own.length > 0 ? own : askedNames(options.before ?? '');
  knowNicknames(names, candidates, options.terms);
  const nameWords = namesAsWritten(names, candidates);
  const namesApart = names
    .reduce((text, name) => text.replaceAll(name, ' '), options.question)
    .replaceAll(WHEN, ' ');
  const left = new Set([
    ...termsOf(options, askedApartFrom(times, { ...options, question: namesApart }), known),
    ...earlier,
  ]);
  const rest = names.length === 0 ? all : all.filter((term) => left.has(term));
  const aboutOf =
    asksForEither(options.question, names) && !comparesSome(options.question)
      ? aboutAny(candidates, nameWords)
      : aboutNames(candidates, nameWords);
  const isSaidOtherwise = askedOtherwise(options.terms, `${options.question}\n${options.before ?? ''}`);
  const holds = ({ terms, context, isRow }: Candidate, term: string) =>
    terms.has(term) ||
    context.has(term) ||
    isSaidOtherwise(term, terms) ||
    (isRow && isSaidOtherwise(term, context));
  for (const candidate of candidates) {
    candidate.about = aboutOf(candidate);
    candidate.isAnswer =
      candidate.about !== 'nothing' && (rest.length === 0 || rest.some((term) => holds(candidate, term)));
  }
  const places = placesTold(options.told ?? '', candidates);
  if (options.before !== undefined) for (const candidate of places.keys()) candidate.isAnswer = true;
  // For answers in other words than the question's: at least of the kind asked for.
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
  const count = countAsked(options.question);
  // If one of them says how many there are, another number is not the answer.
  const isCounted = candidates.some((one) => !one.isRow && one.isAnswer && count?.isTold(one) === true);
  const hasKind = (one: Candidate) =>
    person
      ? !one.lacksName
      : (isMoney?.(one) ??
        ((kind === null || holdsKind(bare(one.text), kind)) &&
          (one.isRow || ((isMeasure?.(one.text) ?? true) && (!isCounted || count?.isTold(one) === true)))));
  const asksKind = kind !== null || isMoney !== null;
  const isRule = asksRule(options.question);
  const isRole = asksHolder(options.question) && candidates.some(({ text }) => becameIt(text) !== null);
  const withoutKind =
    WIE_HOCH.test(options.question) || isMeasure || isCounted ? WITHOUT_FIGURE : WITHOUT_THE_KIND;
  const givesReason = reasonAsked(options.question);
  const hasReason = candidates.some(
    ({ text, terms, near }) =>
      givesReason?.(text) === true && asked.some((term) => terms.has(term) || near.has(term)),
  );
  const asksOfQuestions = /\b(?:questions?|asks?|asked|fragen?|fragte?)\b/iu.test(options.question);
  const outdated = outdatedNext(options.question, candidates, asked);
  const isAnyRow = rowsAlike(
    candidates,
    (one, term) => one.terms.has(term) || isSaidOtherwise(term, one.terms),
    all,
  );
  const fit = (one: Candidate) => {
    const { text, time, about, isAnswer, number, isTakenBack } = one;
    const named = names.length === 0 ? 1 : BY_NAME[about] * (isAnswer ? 1 : NAME_ALONE);
    const ofOld =
      (superseded.has(number) ? REPLACED : 1) *
      (isTakenBack ? TAKEN_BACK : 1) *
      ((isMoney || isRule) && tellsPastOnly(options.question, text) ? OF_PAST : 1) *
      (asksKind && onlyProposes(options.question, text) ? PROPOSED : 1);
    const ofHolder = isRole && becameIt(text) === null ? NOT_BECAME : 1;
    return (
      (hasKind(one) ? 1 : withoutKind) *
      BY_TIME[time] *
      named *
      ofOld *
      ofHolder *
      (isAnyRow(one) ? ANY_ROW : 1) *
      (hasReason && givesReason?.(text) === false ? WITHOUT_REASON : 1)
    );
  };
  // The name is elsewhere in its document.
  const isHeldAbove = ({ about }: Candidate, term: string) => about !== 'nothing' && !rest.includes(term);
  const total = all.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);

  for (const candidate of candidates) {
    let covered = 0;
    for (const term of all) {
      const weight = weights.get(term) ?? 0;
      // A word in the title or heading counts, but less than one in the sentence itself.
      if (candidate.terms.has(term)) covered += weight;
      else if (candidate.answers.has(term)) covered += weight * IN_QUESTION;
      else if (isSaidOtherwise(term, candidate.terms)) covered += weight * IN_OTHER_WORDS;
      else if (candidate.context.has(term) || isSaidOtherwise(term, candidate.context))
        covered += weight * IN_CONTEXT;
      else if (candidate.about === 'head' && candidate.isAnswer && !rest.includes(term))
        covered += weight * IN_CONTEXT;
      else if (candidate.near.has(term) || isHeldAbove(candidate, term)) covered += weight * NEARBY;
    }
    candidate.lexical = total > 0 ? covered / total : 0;
    candidate.score = candidate.lexical * lengthFactor(candidate.terms.size) + 0.12 / (1 + candidate.rank);
    // A sentence with a date answers "when". Words alone would prefer a caption that repeats the question.
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
  favourTold({ question: options.question, places, own: asked, holds, hasKind, asksKind });
  candidates.sort(byScore);
  return {
    candidates: candidates.filter(
      (one) => !outdated.has(one) && (asksOfQuestions || !isOnlyQuestions(one.text)),
    ),
    question: options.question,
    asked,
    all,
    names,
    nameWords,
    asksPerson: Boolean(person),
    asksKind,
    hasKind,
    missingDay: ofOtherDays?.isUnmentioned === true ? ofOtherDays.asked : null,
  };
}
