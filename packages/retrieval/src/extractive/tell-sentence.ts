import { type Candidate, spaced } from './collect-candidates.js';
import { jsonFields } from './document-sentences.js';
import type { SelectedSentence } from './select-sentences.js';
import { isTwin, type Told } from './with-disputes.js';

const LONGEST_LEAD = 200;
const OPENS_WITH_PRONOUN =
  /^(?:it|its|they|their|these|this|those|he|she|his|her|er|sie|es|diese[rs]?|il|elle|ils|elles|ce|esto|esta|ellos)\b/iu;

/** "It was paid for by …" means nothing alone, so the sentence before is added. */
export function withAntecedent(
  { sentence, dispute, date, isBeside }: Told<Candidate>,
  chosen: ReadonlySet<Candidate>,
  all: readonly Candidate[],
): SelectedSentence {
  const before = OPENS_WITH_PRONOUN.test(sentence.text)
    ? all.find((other) => other.document === sentence.document && other.index === sentence.index - 1)
    : undefined;
  const text =
    before && !chosen.has(before) && before.heading === sentence.heading
      ? `${before.text} ${sentence.text}`
      : sentence.text;
  // Another document has the same title: only file name and date distinguish them.
  const hasTwin = all.some((other) => isTwin(other, sentence));
  const file = hasTwin ? (sentence.path.split('/').at(-1) ?? '') : '';
  return {
    text,
    number: sentence.number,
    ...(sentence.isReplaced && { isReplaced: true }),
    title:
      sentence.isFragment || dispute || hasTwin || sentence.isReplaced || isBeside ? sentence.title : null,
    ...(file !== '' && { file }),
    ...(sentence.columns !== undefined && { columns: sentence.columns }),
    strength: sentence.lexical,
    lacksName: sentence.lacksName,
    ...(dispute && { dispute }),
    date: hasTwin ? (date ?? sentence.date) : date,
  };
}

const MOST_POINTS = 8;

/** `Two changes to the rota:` means nothing without the list items below it. */
export function withPoints(told: readonly Told<Candidate>[], all: readonly Candidate[]): Told<Candidate>[] {
  const chosen = new Set(told.map(({ sentence }) => sentence));
  return told.flatMap((one) => {
    const { document, index, lexical, text, isPoint } = one.sentence;
    if (isPoint || !/:\**$/u.test(text.trim())) return [one];
    const below = all
      .filter((other) => other.document === document && other.index > index)
      .toSorted((first, second) => first.index - second.index);
    const end = below.findIndex((other) => !other.isPoint);
    const points = below.slice(0, Math.min(MOST_POINTS, end === -1 ? below.length : end));
    return [
      one,
      ...points
        .filter((point) => !chosen.has(point))
        .map((point) => ({ sentence: { ...point, lexical }, date: null })),
    ];
  });
}

/** The head of minutes and letters: who was there, or wrote to whom. */
const ATTENDS =
  /^\P{L}*(?:(?:also )?(?:present|absent|in attendance|attending|attendees|participants|apologies|excused|minutes(?: by)?|chair|cc|to|from)|(?:ebenfalls )?(?:anwesend|abwesend|entschuldigt|teilnehmer(?:innen)?|protokoll|leitung|an|von))\s*:/iu;

/**
 * The title, if only the title or document says whose something is, and a sentence that says it if the title does not.
 */
export function whoseItIs(
  sentence: Candidate,
  names: readonly string[],
  all: readonly Candidate[],
  chosen: ReadonlySet<Candidate>,
): Pick<SelectedSentence, 'lead'> & Partial<Pick<SelectedSentence, 'title'>> & { missing?: true } {
  if (names.some((word) => sentence.words.has(word))) return {};
  if (names.some((word) => sentence.placeWords.has(word))) return { title: sentence.title };
  const leads = all
    .filter(({ document, text }) => document === sentence.document && text.length <= LONGEST_LEAD)
    .toSorted((one, other) => one.index - other.index)
    .filter(({ words }) => names.every((word) => words.has(word)));
  const lead = leads.find(({ text }) => !ATTENDS.test(text));
  // Somebody who was only there is not who every sentence of the minutes is about.
  if (!lead && leads.length > 0) return { title: sentence.title, missing: true };
  return { title: sentence.title, ...(lead && !chosen.has(lead) && { lead: lead.text }) };
}

/** For a JSON record: from the first to the last field related to the question. */
export function recordPart(
  { text }: Candidate,
  asked: readonly string[],
  terms: (text: string) => string[],
): Partial<Pick<SelectedSentence, 'text'>> {
  const fields = text.startsWith('{') ? jsonFields(text) : [];
  const found = fields.filter((field) => terms(spaced(field.text)).some((term) => asked.includes(term)));
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last || first === last) return {};
  const between = fields.filter(({ start }) => start >= first.start && start <= last.start);
  // "Who makes pump P5?": the fields that it names say nothing new, and the answer is in one under another name.
  const valueOf = (field: string) => spaced(field.slice(field.indexOf(':') + 1));
  const saysNew = between.some((field) => terms(valueOf(field.text)).some((term) => !asked.includes(term)));
  // Quotes are checked only by letters and digits, so this can be made readable.
  const shown = saysNew ? between : fields;
  return {
    text: shown.map((field) => field.text.replaceAll(/"/gu, '').replace(/\s*:\s*/u, ': ')).join(', '),
  };
}

/** The subject of a sentence is often only above it, so that is compared too. */
export function inItsPlace(
  { title, heading, text, about, isAnswer }: Candidate,
  names: readonly string[],
): string {
  const place = [...(about === 'head' && isAnswer ? names : []), title, heading]
    .filter((part) => part !== '')
    .join(', ');
  return place === '' ? text : `${place}: ${text}`;
}
