import { detectLanguage } from '../analyse/index.js';
import { correctionsIn } from '../knowledge/index.js';
import type { StepsTold } from './answer-steps.js';
import { countedKind, uncountedWords } from './counted-kind.js';
import { OWN_WORDS, type OwnLanguage, type OwnWords } from './own-words.js';
import { lacksResult } from './lacks-result.js';
import { foreignQuote } from './other-language.js';
import { plain, quotes } from './quote-text.js';
import type { PromptDocument, PromptResult } from './read-prompt.js';
import type { SelectedSentence } from './select-sentences.js';
import { comparedResults, LONGEST_LIST, tableLines } from './table-lines.js';
import type { Dispute } from './with-disputes.js';

const SHORT_LIST = 12;
/** If sentences cover less of the question, the answer says that they may not answer it. */
const SURE = 0.5;

/**
 * Removes the built-in model's remarks about itself from an answer, and says whether it found an answer or only
 * something close. Answers of other models stay unchanged.
 */
export function readExtractiveAnswer(answer: string): { text: string; isOutright: boolean } {
  const all = Object.values(OWN_WORDS);
  const text = all.reduce((left, { footer }) => left.replace(footer, ''), answer).trimEnd();
  const isNear = all.some(({ closestOnly, noName, nothingAbout, noMention, noRow, emptyColumn, lacked }) =>
    [closestOnly, noName, nothingAbout, noMention, noRow, emptyColumn, ...Object.values(lacked)].some(
      (said) => answer.startsWith(said),
    ),
  );
  return { text, isOutright: !isNear };
}

/** Whether an answer in the conversation already explained this model. */
export function saysWhatItIs(answer: string): boolean {
  return Object.values(OWN_WORDS).some(({ footer }) => answer.includes(footer));
}

/** The answer of a model that cannot write: counted figures and quoted sentences, each with its citation. */
export function composeAnswer(options: {
  question: string;
  sentences: readonly SelectedSentence[];
  /** Names in the question that the sentences say nothing about. */
  unanswered: readonly string[];
  /** How many names the sentences list. */
  counted?: number | null;
  steps?: readonly StepsTold[];
  results: readonly PromptResult[];
  documents: readonly PromptDocument[];
  searched: boolean;
  /** There is something to search. */
  canSearch: boolean;
  /** The question asks for a complete list. */
  wantsList: boolean;
  /** An earlier answer in the conversation already explained this model. */
  isKnown: boolean;
  /** The answer is the only place that can say how to get written answers. Default: true. */
  explains?: boolean;
  language: OwnLanguage;
}): string {
  const own = OWN_WORDS[options.language];
  const { explains = true } = options;
  const parts: string[] = [];
  const counts = options.results.flatMap((result) => countLines(result.figures, { ...options, own }) ?? []);
  const calculated = comparedResults(options.question, options.results).flatMap(
    (result) => tableLines(result.figures, { ...options, own }) ?? [],
  );
  const whole = options.results.flatMap((result) => wholeLines(result.figures, options.documents, own) ?? []);
  const failed = options.results.findLast((result) => result.isError);
  const isCorrected =
    calculated.length > 0 &&
    options.results.some(({ figures }) => 'result' in figures && correctionsIn(figures).length > 0);
  if (
    isCorrected ||
    (calculated.length + whole.length === 0 &&
      (counts.length > 0 || options.steps !== undefined || options.sentences.length > 0))
  )
    parts.push(...correctionLine(options.results, own));
  if (whole.length > 0) {
    parts.push(...whole);
  } else if (calculated.length > 0) {
    parts.push(...calculated);
  } else if (counts.length > 0) {
    parts.push(...counts);
  } else if (options.steps) {
    parts.push(...options.steps.flatMap((told) => stepLines(told, own)));
  } else if (options.sentences.length > 0) {
    const { counted = null } = options;
    const quoted =
      counted === null
        ? quoteLines(options, own)
        : [own.countedNames(counted), options.sentences.map((sentence) => pointOf(sentence, own)).join('\n')];
    parts.push(...quoted);
    if (!readExtractiveAnswer(quoted.join('\n')).isOutright) parts.push(...foreignLines(options, own));
  } else if (failed) {
    parts.push(own.failed(failed.text));
  } else if (options.searched) {
    parts.push(own.nothing, ...foreignLines(options, own));
    if (own.inEnglish !== null && areEnglish(options.documents)) parts.push(own.inEnglish);
  } else if (options.canSearch) {
    return [own.canDo, ...(explains ? [own.chooseModel] : [])].join(' ');
  } else {
    parts.push(own.noDocuments);
  }
  if (explains && !options.isKnown) parts.push(own.footer);
  return parts.join('\n\n');
}

/** The closest sentence in a document of another language, with its source. */
function foreignLines(
  {
    question,
    language,
    documents,
  }: { question: string; language: OwnLanguage; documents: readonly PromptDocument[] },
  own: OwnWords,
): string[] {
  const found = foreignQuote(question, language, documents);
  if (!found) return [];
  const line = `- ${plain(found.title)}: ${quotes(found.text, ` [${found.number}]`)}`;
  return [own.inLanguage({ language: found.language, name: plain(found.name) }), line];
}

/** Whether most of the documents are in English, as far as that can be detected. */
function areEnglish(documents: readonly PromptDocument[]): boolean {
  const languages = documents.map(({ contents }) => detectLanguage(contents));
  return languages.filter((language) => language === 'en').length > languages.length / 2;
}

/** In the first person, so it is not a claim, with a hint on how to avoid the correction. */
function correctionLine(results: readonly PromptResult[], own: OwnWords): string[] {
  const all = results.flatMap((result) => correctionsIn(result.figures));
  // The search and the calculation of one question correct the same words.
  const corrections = all.filter(
    ({ typed }, place) => all.findIndex((other) => other.typed === typed) === place,
  );
  if (corrections.length === 0) return [];
  return [`*${plain(corrections.map(own.corrected).join(' '))} ${own.asTyped}*`];
}

/** The quotes, preceded by a warning if they do not answer or disagree. */
function quoteLines(
  {
    question,
    sentences,
    unanswered,
    results,
  }: {
    question: string;
    sentences: readonly SelectedSentence[];
    unanswered: readonly string[];
    results: readonly PromptResult[];
  },
  own: OwnWords,
): string[] {
  const parts = unanswered.map((name) => `${own.nothingAbout} ${plain(name)}.`);
  const lacked = lacksResult(question, sentences);
  const missing = sentences.find((sentence) => sentence.missing !== undefined)?.missing;
  const best = Math.max(...sentences.map((sentence) => sentence.strength));
  const isWeak = best < SURE || sentences.every((sentence) => sentence.isNear);
  const unmentioned = sentences.find((sentence) => sentence.unmentioned !== undefined)?.unmentioned;
  const missed = missedRow(results, sentences);
  const empty = sentences.find(({ emptyColumn }) => emptyColumn !== undefined)?.emptyColumn;
  if (missed !== null)
    parts.push(
      `${own.noRow} ${plain(missed.sought)} ${own.inDocument(plain(missed.document))}. ${own.closest}`,
    );
  else if (empty !== undefined) parts.push(`${own.emptyColumn} “${plain(empty)}”. ${own.closest}`);
  else if (missing !== undefined) parts.push(`${own.nothingAbout} ${plain(missing)}. ${own.closest}`);
  else if (unmentioned !== undefined || isWeak) {
    const things = unmentioned && `${own.noMention} ${own.either(unmentioned.map(plain))}.`;
    parts.push([isWeak && own.closestOnly, things, own.closest].filter(Boolean).join(' '));
  } else if (lacked !== null) parts.push(`${own.lacked[lacked]} ${own.closest}`);
  else if (sentences.every(({ lacksName }) => lacksName)) parts.push(`${own.noName} ${own.closest}`);
  if (sentences.every(({ isReplaced }) => isReplaced)) parts.push(own.onlyReplaced);
  let open: SelectedSentence[] = [];
  const led = new Set<string>();
  const onceLed = ({ lead, ...sentence }: SelectedSentence): SelectedSentence => {
    const key = `${sentence.number} ${lead ?? ''}`;
    if (lead === undefined || led.has(key)) return sentence;
    led.add(key);
    return { ...sentence, lead };
  };
  const close = () => {
    if (open.length > 0) parts.push(open.map((sentence) => pointOf(onceLed(sentence), own)).join('\n'));
    open = [];
  };
  for (const [place, sentence] of sentences.entries()) {
    const { dispute } = sentence;
    if (dispute !== sentences[place - 1]?.dispute) {
      close();
      if (dispute) parts.push(disputeLine(dispute, own));
      // Without this, both lists would read as one, and the rest as part of the dispute.
      else if (place > 0) parts.push(own.alsoFound);
    }
    open.push(sentence);
  }
  close();
  const isOutright =
    missed === null &&
    empty === undefined &&
    missing === undefined &&
    unmentioned === undefined &&
    !isWeak &&
    lacked === null;
  const many = sentences.find(({ isOneOfMany }) => isOneOfMany !== undefined)?.isOneOfMany;
  if (isOutright && many !== undefined)
    parts.push(`${many.are === 'fitting' ? own.moreRows : own.rowsLikeIt} ${own.shownOf(many)}`);
  return parts;
}

/** The row that the question asks for and its table lacks, unless the best quote is no row: a text may answer. */
function missedRow(
  results: readonly PromptResult[],
  [best]: readonly SelectedSentence[],
): { sought: string; document: string } | null {
  if (best?.columns === undefined) return null;
  for (const { figures } of results) {
    const { no_row: sought, document } = figures;
    if (typeof sought === 'string' && typeof document === 'string') return { sought, document };
  }
  return null;
}

function disputeLine({ isOpen, isDated, isSettled, isChange, isLater }: Dispute, own: OwnWords): string {
  if (isChange) return own.changed;
  if (isLater) return own.later;
  if (isSettled) return own.settled;
  return [isOpen ? own.mayDiffer : own.disagree, isDated ? own.newestFirst : ''].join(' ').trim();
}

/** A row or named value is shown with its document. So are sources that disagree. */
function pointOf(sentence: SelectedSentence, own: OwnWords): string {
  const { title, file, columns, lead, text, number, date, dispute, isReplaced } = sentence;
  const named = plain(title ?? '').trim();
  const apart = [
    file,
    date === null || named.includes(date) ? undefined : date,
    isReplaced ? own.replaced : undefined,
  ].filter((part) => part !== undefined && part !== '');
  const day = apart.length === 0 ? '' : ` (${plain(apart.join(', '))})`;
  const cells = columns === undefined ? '' : ` (${plain(columns)})`;
  // On a separate line, the title is not part of the claim: a number in it need not be in the passage.
  const isApart = dispute || isReplaced || file !== undefined || date !== null || /\d/u.test(named);
  const from = named === '' ? '' : `${named}${day}${cells}:${isApart ? '\n  ' : ' '}`;
  const before = lead === undefined ? '' : `${quotes(lead, ` [${number}]`)} `;
  return `- ${from}${before}${quotes(text, ` [${number}]`)}`;
}

const MOST_STEPS = 20;

/** The steps with their numbers, below a line that says which of how many these are. */
function stepLines(
  { asks, place, number, steps, first, last, lacks, isReplaced }: StepsTold,
  own: OwnWords,
): string[] {
  const of = { place: plain(place), first, last };
  const quoted = asks === 'all' || asks === 'count' ? null : steps.map(({ at }) => at);
  const shown = steps.slice(0, MOST_STEPS).map(({ parts }) => `- ${quotes(parts.join(' '), ` [${number}]`)}`);
  if (steps.length > shown.length) shown.push(`- ${own.more(steps.length - shown.length)}`);
  return [
    ...(isReplaced ? [own.onlyReplaced] : []),
    lacks === null ? own.steps({ ...of, quoted }) : own.noStep({ ...of, lacks }),
    ...(shown.length > 0 ? [shown.join('\n')] : []),
  ];
}

/** An exact count, citing the entry that lists what was counted, and the list if requested. */
function countLines(
  figures: Record<string, unknown>,
  options: { question: string; documents: readonly PromptDocument[]; wantsList: boolean; own: OwnWords },
): string[] | null {
  const { count, counted, filter } = figures;
  if (typeof count !== 'number') return null;
  const { own, question } = options;
  const unit = typeof figures['unit'] === 'string' ? figures['unit'] : 'items';
  const entries = options.documents.filter((document) => document.title === counted);
  const marker = entries[0] ? ` [${entries[0].number}]` : '';
  const named = count === 1 ? unit.replace(/s$/u, '') : unit;
  const what = typeof filter === 'string' && filter !== '' ? ` ${plain(filter)}` : '';
  const kind = countedKind(question);
  const isOfKind = kind !== null && what.toLowerCase().includes(kind.inNames);
  if (isOfKind && count === 0) return [own.noKind(kind.word)];
  const dropped = uncountedWords(question).filter((word) => !what.toLowerCase().includes(word.toLowerCase()));
  // In the first person and without a source: a figure that answers another question must not look proven.
  if (dropped.length > 0) {
    const words = dropped.map((word) => `“${plain(word)}”`).join(', ');
    return [own.countedMore({ words, counted: `${count} ${named}${what}` })];
  }
  const lines = [`**${count}** ${named}${what}${marker}.`];
  if (kind && !/ in “/u.test(what)) lines.push(isOfKind ? own.kindByName(kind.word) : own.anyKind(kind.word));
  const listed = entries.flatMap((entry) =>
    entry.contents.split('\n').filter((line) => /^\d+\. /u.test(line)),
  );
  if (options.wantsList || (listed.length > 0 && listed.length <= SHORT_LIST)) {
    const shown = listed
      .slice(0, LONGEST_LIST)
      .map((line) => `- ${plain(line.replace(/^\d+\. /u, ''))}${marker}`);
    if (listed.length > shown.length) shown.push(`- ${options.own.more(count - shown.length)}${marker}`);
    if (shown.length > 0) lines.push(shown.join('\n'));
  }
  return lines;
}

/** KB-13: how much was read, and the key point of each section or every mention, in document order. */
function wholeLines(
  figures: Record<string, unknown>,
  documents: readonly PromptDocument[],
  own: OwnWords,
): string[] | null {
  const {
    read_all: what,
    parts_read: read,
    parts_in_all: total,
    points,
    mentions,
    more_points: more,
  } = figures;
  if (typeof what !== 'string' || typeof read !== 'number' || !Array.isArray(points)) return null;
  const lines = points.flatMap((point: unknown) => {
    const { document, place, text } = (point ?? {}) as Partial<Record<string, unknown>>;
    if (typeof text !== 'string') return [];
    const entry = documents.find(({ title }) => title === document);
    const from = typeof place === 'string' && place !== '' ? `${plain(place)}: ` : '';
    return [`- ${from}${quotes(text, entry ? ` [${entry.number}]` : '')}`];
  });
  if (typeof more === 'number') lines.push(`- ${own.more(more)}`);
  const told = own.readAll({
    read,
    total,
    what: plain(what),
    mentions: typeof mentions === 'number' ? mentions : null,
  });
  return [told, ...(lines.length > 0 ? [lines.join('\n')] : [])];
}
