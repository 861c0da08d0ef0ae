import { answerVersions } from './answer-versions.js';
import { answerChangedRows } from './changed-rows.js';
import { askedNames } from './asked-names.js';
import { comparesSome } from './compares-some.js';
import { answerEach } from './each-document.js';
import { type SelectedSentence, selectSentences, type SelectSentencesOptions } from './select-sentences.js';

const MOST_COMPARED = 4;

export interface SelectedAnswers {
  sentences: SelectedSentence[];
  /** For a comparison: the names about which nothing was found. */
  unanswered: string[];
}

/** The sentences that answer a question. If it compares names, those about each of them. */
export async function selectAnswers(options: SelectSentencesOptions): Promise<SelectedAnswers> {
  const { question } = options;
  const versions = answerVersions(options) ?? answerChangedRows(options);
  if (versions) return { sentences: versions, unanswered: [] };
  const each = await answerEach(options, selectSentences);
  if (each) return { sentences: each, unanswered: [] };
  const names = askedNames(question).slice(0, MOST_COMPARED);
  if (names.length < 2 || !comparesSome(question))
    return { sentences: await selectSentences(options), unanswered: [] };
  const found: SelectedSentence[] = [];
  const unanswered: string[] = [];
  for (const name of names.toSorted((one, other) => question.indexOf(one) - question.indexOf(other))) {
    const [best] = await selectSentences({
      ...options,
      question: questionAbout(name, names, question),
      most: 1,
    });
    if (!best || best.missing !== undefined) unanswered.push(name);
    else if (!found.some(({ text, number }) => text === best.text && number === best.number))
      found.push(best);
  }
  if (found.length > 0) return { sentences: found, unanswered };
  return { sentences: await selectSentences(options), unanswered: [] };
}

/** Without the other names and the question word: the name is known. */
function questionAbout(name: string, names: readonly string[], question: string): string {
  return names
    .filter((other) => other !== name)
    .reduce((text, other) => text.replaceAll(other, ' '), question)
    .replace(/^\s*(?:who|which(?: of them| one)?|wer|compare|vergleiche?)\s/iu, '');
}
