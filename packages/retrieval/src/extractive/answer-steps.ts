import { plainWords } from './about-names.js';
import { areOfOneRoot } from './asked-focus.js';
import { withoutQuestionWords } from './asked-words.js';
import { documentSentences } from './document-sentences.js';
import type { PromptDocument } from './read-prompt.js';
import { replacedVersions } from './replaced-versions.js';
import { type Step, type StepList, stepLists, tellsWhatToDo } from './step-lists.js';
import {
  type OrderQuestion,
  type ProcedureQuestion,
  type StepQuestion,
  stepQuestion,
} from './step-question.js';

/** The steps that answer a question, from one list. */
export interface StepsTold {
  asks: StepQuestion['asks'];
  /** What the document calls the list: the heading above it, or the document's title. */
  place: string;
  number: number;
  steps: Step[];
  /** The first and the last number of the list, as far as it was found. */
  first: number;
  last: number;
  /** What was asked for and the list does not have: a step of this number, one before the first, one after the last. */
  lacks: number | null;
  isReplaced: boolean;
}

interface StepsOptions {
  question: string;
  /** The question it continues. */
  before?: string;
  /** The answer it continues. */
  told?: string;
  documents: readonly PromptDocument[];
  terms: (text: string) => string[];
}

interface Found extends StepList {
  document: PromptDocument;
  isReplaced: boolean;
}

/** Share of the question's words that heading, introduction and title of a list must have. */
const NAMED_ABOVE = 0.6;
/** The same, with the steps themselves. */
const NAMED_IN_ALL = 0.75;
/** Share of the words for a step that this step must have. */
const NAMED_IN_STEP = 0.5;
const MOST_LISTS = 2;
const MOST_PLACES = 3;
const SAYS_NOTHING =
  /\b(?:steps?|stages?|procedures?|process(?:es)?|list|checklist|instructions?|how to|method|order|next|first|then|schritte?|ablauf|vorgehen|anleitung|vorgang|reihenfolge|beim|zum|zur|vom|during|while)\b/giu;
/** What comes after "If the pump stops, call Ada" is not what comes after the pump stops. */
const ON_CONDITION =
  /^(?:(?:step|schritt)\s)?\P{L}*(?:if|when|once|after|before|wenn|falls|sobald|nach|nachdem|vor|bevor)\s/iu;

/**
 * Answers how something is done step by step, how many steps it has, and which comes first, last, next or before. Null
 * for other questions, and if no list of steps is surely the one that is meant.
 */
export function answerSteps(options: StepsOptions): StepsTold[] | null {
  const asked = stepQuestion(options.question);
  if (asked === null) return null;
  const replaced = replacedVersions(options.documents);
  const all = longestOfEach(
    options.documents.flatMap((document) =>
      stepLists(document.contents)
        .filter(isOrder)
        .map((list) => ({ ...list, document, isReplaced: replaced.has(document.number) })),
    ),
  );
  const told = isOfOrder(asked)
    ? besideStep(asked, all.filter(tellsWhatToDo), options)
    : ofProcedure(asked, all, options);
  return told.length === 0 ? null : told;
}

const isOfOrder = (asked: StepQuestion): asked is OrderQuestion =>
  asked.asks === 'next' || asked.asks === 'previous';

/** The first of a list alone is no order of steps. */
const isOrder = ({ steps: [first, ...others] }: StepList) => others.length > 0 || first?.at !== 1;

/** Two tools may have found the same passage, or one of them more of it. */
function longestOfEach(lists: readonly Found[]): Found[] {
  const isOfSame = (one: Found, other: Found) =>
    one.document.number === other.document.number &&
    one.steps.some(({ parts: [text] }) => other.steps.some(({ parts: [own] }) => own === text));
  return lists
    .toSorted((one, other) => other.steps.length - one.steps.length)
    .filter((list, place, sorted) => sorted.findIndex((other) => isOfSame(list, other)) === place)
    .toSorted((one, other) => one.document.rank - other.document.rank);
}

function ofProcedure(
  asked: ProcedureQuestion,
  all: readonly Found[],
  { before, terms }: StepsOptions,
): StepsTold[] {
  const wanted = contentOf(asked.topic, terms);
  const topic = wanted.length > 0 ? wanted : contentOf(before ?? '', terms);
  const deed = 'deed' in asked && asked.deed !== null ? [asked.deed] : [];
  const fitting = all
    .map((list) => ({ list, ...fitOf(list, topic, terms) }))
    .filter(({ list, own, above, inAll, has }) => {
      if (topic.length === 0) return all.length === 1 && tellsWhatToDo(list);
      if (above < NAMED_ABOVE || inAll < NAMED_IN_ALL) return false;
      if (own === 0 && !standsForDocument(list)) return false;
      return deed.every(has);
    })
    .toSorted(
      (one, other) =>
        Number(one.list.isReplaced) - Number(other.list.isReplaced) ||
        other.own - one.own ||
        other.above - one.above,
    );
  const [best] = fitting;
  if (!best) return [];
  return fitting
    .filter(
      ({ list, own, above }) =>
        own === best.own && above === best.above && list.isReplaced === best.list.isReplaced,
    )
    .slice(0, MOST_LISTS)
    .map(({ list }) => {
      if (asked.asks !== 'one') return toldOf(asked.asks, list, list.steps);
      const at = asked.which < 0 ? (list.steps.at(asked.which)?.at ?? 0) : asked.which;
      const steps = list.steps.filter((step) => step.at === at);
      return { ...toldOf('one', list, steps), lacks: steps.length === 0 ? at : null };
    });
}

/** Under a heading such as "Procedure", or under the title itself, a list is what the whole document is about. */
function standsForDocument({ heading, document }: Found): boolean {
  const own = heading.replaceAll(SAYS_NOTHING, ' ');
  return !/\p{L}/u.test(own) || document.title.includes(heading);
}

function besideStep(
  asked: OrderQuestion,
  all: readonly Found[],
  { documents, terms, told = '' }: StepsOptions,
): StepsTold[] {
  const meant =
    asked.topic === null
      ? all.flatMap((list) => lastQuoted(list, told))
      : namedSteps(contentOf(asked.topic, terms), all, terms);
  if (meant.length === 0 || meant.length > MOST_PLACES) return [];
  if (asked.topic !== null && isToldInWords(asked, documents, terms)) return [];
  const other = asked.asks === 'next' ? 1 : -1;
  return meant.map(({ list, place }) => {
    const [one, beside] = [list.steps[place], list.steps[place + other]];
    const steps = [one, beside].flatMap((step) => step ?? []);
    const inOrder = steps.toSorted((first, second) => first.at - second.at);
    return { ...toldOf(asked.asks, list, inOrder), lacks: beside ? null : (one?.at ?? 0) + other };
  });
}

/** The step that an answer quoted last. */
function lastQuoted(list: Found, told: string): { list: Found; place: number }[] {
  const said = letters(told);
  const place = list.steps.findLastIndex(({ parts: [text = ''] }) => said.includes(letters(text)));
  return place < 0 ? [] : [{ list, place }];
}

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The steps that have most of these words, of the list in which a step has most. */
function namedSteps(
  wanted: readonly string[],
  all: readonly Found[],
  terms: (text: string) => string[],
): { list: Found; place: number }[] {
  if (wanted.length === 0) return [];
  const found = all.flatMap((list) => {
    const above = holderOf(aboveOf(list), terms);
    return list.steps.map(({ parts }, place) => {
      const has = holderOf(parts.join(' '), terms);
      const inStep = wanted.filter(has).length;
      const isNamed =
        inStep >= wanted.length * NAMED_IN_STEP &&
        wanted.filter((word) => has(word) || above(word)).length >= wanted.length * NAMED_ABOVE &&
        !ON_CONDITION.test(parts[0] ?? '');
      return { list, place, inStep: isNamed ? inStep : 0 };
    });
  });
  const most = Math.max(0, ...found.map(({ inStep }) => inStep));
  const best = most === 0 ? [] : found.filter(({ inStep }) => inStep === most);
  const isReplaced = best.every(({ list }) => list.isReplaced);
  return best.filter(({ list }) => list.isReplaced === isReplaced);
}

/** Whether a text says what comes after or before it: then it knows better than the order of a list. */
function isToldInWords(
  { asks, topic }: OrderQuestion,
  documents: readonly PromptDocument[],
  terms: (text: string) => string[],
): boolean {
  const wanted = contentOf(topic ?? '', terms);
  const way = asks === 'next' ? /^\P{L}*(?:after|nach(?:dem)?)\s/iu : /^\P{L}*(?:before|vor|bevor)\s/iu;
  return documents.some(({ contents }) =>
    documentSentences(contents).some(({ text, isPoint }) => {
      if (isPoint === true || !way.test(text)) return false;
      return wanted.every(holderOf(text, terms));
    }),
  );
}

function toldOf(
  asks: StepsTold['asks'],
  { document, heading, steps: all, isReplaced }: Found,
  steps: Step[],
) {
  return {
    asks,
    place: heading === '' ? document.title : heading,
    number: document.number,
    steps,
    first: all[0]?.at ?? 1,
    last: all.at(-1)?.at ?? 1,
    lacks: null,
    isReplaced,
  };
}

/** The words of a question that say which steps it means. */
function contentOf(text: string, terms: (text: string) => string[]): string[] {
  const words = plainWords(withoutQuestionWords(text.replaceAll(SAYS_NOTHING, ' ')));
  return [...new Set(words)].filter((word) => terms(word).length > 0);
}

/** Tells whether a text has a word, in any form. */
function holderOf(text: string, terms: (text: string) => string[]): (word: string) => boolean {
  const held = new Set(terms(text));
  const words = plainWords(text);
  return (word) =>
    terms(word).some((term) => held.has(term)) ||
    words.some((other) => areOfOneRoot(word.toLowerCase(), other));
}

const aboveOf = ({ heading, intro, document }: Found) => `${document.title} ${heading} ${intro}`;

function fitOf(list: Found, topic: readonly string[], terms: (text: string) => string[]) {
  const inSteps = holderOf(list.steps.flatMap(({ parts }) => parts).join(' '), terms);
  const has = holderOf(aboveOf(list), terms);
  const share = (holds: (word: string) => boolean) => topic.filter(holds).length / Math.max(1, topic.length);
  return {
    own: share(holderOf(`${list.heading} ${list.intro}`, terms)),
    above: share(has),
    inAll: share((word) => has(word) || inSteps(word)),
    has,
  };
}
