import { answerAttendance } from './answer-attendance.js';
import { answerSteps, type StepsTold } from './answer-steps.js';
import { answerVersions } from './answer-versions.js';
import { answerChangedRows } from './changed-rows.js';
import { askedNames } from './asked-names.js';
import { askedOtherwise } from './asked-otherwise.js';
import { isEveryday } from './asked-things.js';
import { askedWords } from './asked-words.js';
import { comparesSome } from './compares-some.js';
import { answerEach } from './each-document.js';
import { type SelectedSentence, selectSentences, type SelectSentencesOptions } from './select-sentences.js';

const MOST_COMPARED = 4;
/** How many sentences about one name are tried. */
const MOST_TRIED = 4;
const PAYS = /^(?:price|cost|costs|charge|charges|amount)$/iu;

export interface SelectedAnswers {
  sentences: SelectedSentence[];
  /** For a comparison: the names about which nothing was found. */
  unanswered: string[];
  /** How many names the sentences list, if the question asks for that. */
  counted?: number | null;
  /** For a question about the steps of a procedure. */
  steps?: StepsTold[];
}

/** The sentences that answer a question. If it compares names, those about each of them. */
export async function selectAnswers(options: SelectSentencesOptions): Promise<SelectedAnswers> {
  const { question } = options;
  const versions = answerVersions(options) ?? answerChangedRows(options);
  if (versions) return { sentences: versions, unanswered: [] };
  const attendance = answerAttendance(options);
  if (attendance) return { unanswered: [], ...attendance };
  const steps = answerSteps(options);
  if (steps) return { sentences: [], unanswered: [], steps };
  const each = await answerEach(options, selectSentences);
  if (each) return { sentences: each, unanswered: [] };
  const names = askedNames(question).slice(0, MOST_COMPARED);
  if (names.length < 2 || !comparesSome(question))
    return { sentences: await selectSentences(options), unanswered: [] };
  const sides: SelectedSentence[] = [];
  const unanswered: string[] = [];
  for (const name of names.toSorted((one, other) => question.indexOf(one) - question.indexOf(other))) {
    const about = questionAbout(name, names, question);
    const some = await selectSentences({ ...options, question: about, most: MOST_TRIED });
    const isSame = saysTheSameThing({ question: about, name, terms: options.terms });
    const found = some.find((one) => one.missing === undefined && isSame(one) !== 'no');
    const best = found && isSame(found) === 'all' && /\d/u.test(found.text) ? asAnswer(found) : found;
    if (!best) unanswered.push(name);
    else if (!sides.some(({ text, number }) => text === best.text && number === best.number))
      sides.push(best);
  }
  if (sides.length > 0) return { sentences: sides, unanswered };
  return { sentences: await selectSentences(options), unanswered: [] };
}

/** "The higher fee" of two people compares fees: a sentence on a royalty is no side of it. */
function saysTheSameThing(options: {
  question: string;
  name: string;
  terms: (text: string) => string[];
}): (sentence: SelectedSentence) => 'all' | 'some' | 'no' {
  const { question, name, terms } = options;
  const things = (askedWords(question.replaceAll(name, ' ')).match(/[\p{L}\p{M}]{3,}/gu) ?? []).filter(
    (word) => !isEveryday(word) || PAYS.test(word),
  );
  const wanted = things.map((word) => terms(word)).filter((stems) => stems.length > 0);
  const isOtherwise = askedOtherwise(terms, question);
  return ({ text, columns, lead }) => {
    const held = new Set(terms(`${columns ?? ''} ${lead ?? ''} ${text}`));
    const said = wanted.filter((stems) => stems.some((term) => held.has(term) || isOtherwise(term, held)));
    if (wanted.length > 0 && said.length === 0) return 'no';
    return wanted.length > 0 && said.length === wanted.length ? 'all' : 'some';
  };
}

const SURE = 0.5;

/** A figure of the thing that is compared is a side of the comparison, however few words it has. */
function asAnswer(sentence: SelectedSentence): SelectedSentence {
  return { ...sentence, isNear: false, strength: Math.max(SURE, sentence.strength) };
}

/** Without the other names and the question word: the name is known. */
function questionAbout(name: string, names: readonly string[], question: string): string {
  return names
    .filter((other) => other !== name)
    .reduce((text, other) => text.replaceAll(other, ' '), question)
    .replace(/^\s*(?:who|which(?: of them| one)?|wer|compare|vergleiche?)\s/iu, '');
}
