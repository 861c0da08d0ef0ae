import { lackFocus } from './asked-focus.js';
import { emptyCell } from './empty-cell.js';
import { withAmendments } from './amended-rules.js';
import { type Candidate } from './collect-candidates.js';
import { type Dispute, withDisputes } from './with-disputes.js';
import { withLaterChanges } from './later-changes.js';
import { inOneOrder } from './one-order.js';
import { oneValueAsked, withDifferingValues } from './differing-values.js';
import { missingTopic, unmentionedDeed, unmentionedThings } from './missing-topic.js';
import { asksCount, asksOnce, pick, type RowsPicked, rowsLeftOut } from './pick-sentences.js';
import { withReplacing } from './taken-back.js';
import { type QuestionOfDocuments, RESCORED, scoreSentences } from './score-sentences.js';
import { recordPart, whoseItIs, withAntecedent, withPoints } from './tell-sentence.js';
import { withoutParts } from './without-repeats.js';

export interface SelectedSentence {
  text: string;
  number: number;
  /** Title of the document, if the text means nothing without it; otherwise null. */
  title: string | null;
  /** File name, if another document has the same title. */
  file?: string;
  /** For a table row: its column names. */
  columns?: string;
  /** Quoted before it: says whose it is, if neither sentence nor title does. */
  lead?: string;
  /** What the question names and this sentence is not about. It is the closest one, but not an answer. */
  missing?: string;
  /** Things the question is about that no document found mentions. */
  unmentioned?: readonly string[];
  /** Has what the question names, but nothing of what it asks about it. */
  isNear?: boolean;
  /** For rows: the column asked for, if it is empty in all of them. */
  emptyColumn?: string;
  /** 0 to 1: how much of the question it answers, by words or by meaning. */
  strength: number;
  /** The question asks for somebody's name, and it has none. */
  lacksName: boolean;
  /** CIT-9: other sources disagree. They follow it, with the same dispute. */
  dispute?: Dispute;
  /** From a version that was replaced or withdrawn. */
  isReplaced?: boolean;
  /** For a row: its table has more like it. `fitting` if the question selects those rows among others. */
  isOneOfMany?: RowsPicked & { are: 'fitting' | 'like it' };
  /** Date of its document, if it is in dispute and the date is known. */
  date: string | null;
}

export interface SelectSentencesOptions extends QuestionOfDocuments {
  most: number;
}

/** Below this, the evidence does not answer the question. */
const WEAK_EVIDENCE = 0.34;
const SURE = 0.5;
/** A question that asks for everything gets up to this many. */
const LISTED = 8;
const NOT_FAR_BEHIND = 0.5;
/** Factor for sentences about another time: never enough for an answer. */
const OF_ANOTHER_TIME = 0.45;
const ASKS_WHETHER =
  /^\P{L}*(?:is|are|was|were|does|do|did|has|have|can|may|must|ist|sind|war|waren|hat|haben|kann|darf|muss)\s/iu;

/** The sentences that answer best, best first; empty if the evidence is weak. */
export async function selectSentences(options: SelectSentencesOptions): Promise<SelectedSentence[]> {
  const scored = await scoreSentences(options);
  if (scored === null) return [];
  const { candidates, question, asked, all, names, nameWords, asksKind, hasKind, missingDay } = scored;
  const ofNames = new Set(nameWords.flat().flatMap((word) => options.terms(word)));
  const saysSomeItself = ({ terms, isPoint, isRow }: Candidate) =>
    isPoint || isRow || names.length === 0 || asked.some((term) => terms.has(term) && !ofNames.has(term));
  const top = ofNamed(names, candidates) ?? candidates[0];
  if (!top || top.lexical < WEAK_EVIDENCE) return [];
  const isOfTime = top.time === 'same';
  const inTime = isOfTime ? candidates.filter(({ time }) => time !== 'other') : candidates;
  const answers = names.length > 0 && top.isAnswer;
  const eligible = answers ? inTime.filter(({ isAnswer }) => isAnswer) : inTime;
  // Beside an answer, show only equally good ones: a sentence without the amount or date asked for adds nothing.
  const asksOne = asksKind && asksOnce(question) && options.most < LISTED;
  const isSure = asksOne && top.lexical >= SURE && hasKind(top);
  // In a list, the title of a document is not enough: every sentence of it would count.
  const listed =
    options.most < LISTED ? eligible : eligible.filter((one) => one === top || saysSomeItself(one));
  const fitting = isSure ? eligible.filter((one) => hasKind(one)) : listed;
  const best = pick(fitting, top, options.most, isSure && !asksCount(question));
  // For "who" questions, sentences that name somebody come before those only about the thing.
  const picked = scored.asksPerson ? best.toSorted((one, other) => +one.lacksName - +other.lacksName) : best;
  const held = withReplacing(eligible.slice(0, RESCORED), candidates);
  const topic = names.length > 0 ? null : missingTopic(question, candidates);
  const deed = unmentionedDeed(question, candidates);
  const things =
    topic === null
      ? [missingDay, ...unmentionedThings(question, candidates), deed].filter((thing) => thing !== null)
      : [];
  const lacksTopic = topic !== null || things.length > 0;
  const disputed = withDifferingValues({
    told:
      missingDay === null
        ? withLaterChanges({
            told: withAmendments(withDisputes(picked, held, asked), candidates),
            all: candidates,
            question,
            asked,
          })
        : picked.map((sentence) => ({ sentence, date: null })),
    others: eligible.slice(0, RESCORED),
    asked,
    kind: names.length > 0 || lacksTopic ? null : oneValueAsked(question),
  });
  const told = inOneOrder(withPoints(disputed, candidates), asked);
  const rows = rowsLeftOut(best, eligible, top);
  const are = best.every((one) => !one.isRow || one.isSelected) ? ('fitting' as const) : ('like it' as const);
  const chosen = new Set(told.map(({ sentence }) => sentence));
  // A yes or no can be expressed in many ways.
  const isWhether =
    names.length > 0 &&
    !answers &&
    ASKS_WHETHER.test(question) &&
    told.some(({ sentence }) => sentence.about === 'itself');
  const quoted = told.map(({ sentence }) => sentence);
  const isSaid = lacksTopic || options.before !== undefined;
  const isNear = isWhether || (!isSaid && lackFocus(question, quoted));
  const emptyColumn = emptyCell(question, quoted);
  const isOfNames = (sentence: Candidate) => {
    const { missing, ...told } = whoseItIs(sentence, nameWords.flat(), candidates, chosen);
    return { ...told, ...(missing === true && sentence === quoted[0] && { missing: names.join(', ') }) };
  };
  const selected = withoutParts(told).map((one) => ({
    ...withAntecedent(one, chosen, candidates),
    ...(answers && isOfNames(one.sentence)),
    ...(names.length > 0 && !answers && !isWhether && { missing: names.join(', ') }),
    ...(topic !== null && { missing: topic }),
    ...(things.length > 0 && { unmentioned: things }),
    ...(isNear && { isNear }),
    ...(emptyColumn !== null && { emptyColumn }),
    ...(rows && { isOneOfMany: { ...rows, are } }),
    ...recordPart(one.sentence, all, options.terms),
  }));
  return isOfTime
    ? selected
    : selected.map((sentence) => ({ ...sentence, strength: sentence.strength * OF_ANOTHER_TIME }));
}

/**
 * The best sentence about what the question names, unless it is far behind. What others say about their own things is
 * not an answer.
 */
function ofNamed(names: readonly string[], candidates: readonly Candidate[]): Candidate | undefined {
  const [first] = candidates;
  if (names.length === 0 || !first || first.about !== 'nothing') return undefined;
  return candidates.find(
    ({ isAnswer, lexical }) =>
      isAnswer && lexical >= WEAK_EVIDENCE && lexical >= first.lexical * NOT_FAR_BEHIND,
  );
}
