import { readTokens, termsLike, unitNamed } from '@ibid/core/internal';
import { askedKind, type AskedKind } from '../extractive/asked-kind.js';
import { askedWords } from '../extractive/asked-words.js';
import { alikeIn, isContractTerm } from './asked-alike.js';
import { columnUnit, type ColumnUnit } from './column-unit.js';
import { askedSide, sidedDates, type DateSide } from './date-sides.js';
import type { EvidenceColumn } from './evidence-column.js';
import type { EvidenceDocument, EvidenceSentence } from './evidence-document.js';
import { isMoneyWord } from './fitting-value.js';
import { askedPart } from './included.js';
import { asksLength, timesIn } from './said-of.js';

/** A question of a column, taken apart once for all documents. */
export interface AskedQuestion {
  /** As it was asked, without its question mark. */
  own: string;
  /** What is asked about, without the words that only make it a question. */
  words: string;
  /** Of a date: whether the one is asked for with which something starts, or ends. */
  side: DateSide | null;
  terms: readonly AskedTerm[];
  kind: AskedKind | null;
  /** The unit that the column or the question names. */
  unit: ColumnUnit | null;
  /** What "how many" asks to count. */
  counted: string | null;
  /** "How long is the guarantee?": a length of time is asked for, and of what. */
  asksLength: boolean;
  /** "signed or dated" asks two things, and one of them is enough: the question with each. */
  either: readonly { word: string; question: AskedQuestion }[];
}

interface AskedTerm {
  term: string;
  /** Other words for it. */
  like: ReadonlySet<string>;
  /** Those of them that the check of claims does not know. */
  same: ReadonlySet<string>;
  /** Words that often stand for it. */
  often: ReadonlySet<string>;
  /** "the contract", asked of a document that is one: it need not name itself in each sentence. */
  isContract: boolean;
  /** It tells which side of a period is asked for. */
  isSide: boolean;
  /** "how long": a length of time answers it, and needs no word for it. */
  isLength: boolean;
  /** Of words that say what kind of answer is wanted, which documents seldom repeat. */
  share: number;
}

/** Words for the form of an answer. */
const FORM = new Set(
  (
    'date year month day time name number amount value figure total kind type title unit percentage per cent level exact ' +
    'document dokument content contents concentration result reading gehalt ergebnis messwert konzentration period agreed chosen stated specified within vereinbart innerhalb datum höhe hoch lang lange'
  )
    .split(' ')
    .flatMap((word) => readTokens(word).map(({ term }) => term)),
);
const FORM_SHARE = 0.2;
const INCLUDES = new Set(readTokens('includes inclusive contains enthält enthalten').map(({ term }) => term));
const LONG = new Set(readTokens('long lang lange last').map(({ term }) => term));

/** How a question asks for a measure, and how documents call it. */
const MEASURES = [
  'deep depth',
  'long length last lasts lasted duration take takes took',
  'wide width broad breadth beam',
  'high height tall',
  'heavy weight weigh weighs mass',
  'old age aged',
  'far distance',
  'fast speed',
  'large size area',
  'thick thickness',
  'often frequency',
].map((line) => new Set(readTokens(line).map(({ term }) => term)));

export function askedQuestion(column: EvidenceColumn): AskedQuestion {
  const { question } = column;
  const own = question.replaceAll(/[?¿]/gu, ' ').trim();
  const words = askedWords(own).replaceAll(/\s+/gu, ' ').trim();
  const unit = wantedUnit(column);
  const kept = readTokens(words).filter(
    ({ isStop, amount, start, end }) =>
      !isStop && !(amount === null && isUnit(words.slice(start, end), unit)),
  );
  // "plus VAT" tells whether VAT is included, without the word.
  const asksPart = askedPart(own).length > 0;
  const isLasting =
    asksLength(own) &&
    (column.kind === 'text' ||
      (column.kind === 'number' && (unit === null || unit.kind === 'months' || unit.kind === 'time')));
  const side = column.kind === 'date' ? askedSide(question) : null;
  const terms = [...new Map(kept.map((token) => [token.term, token])).values()].map(
    ({ term, start, end }) => {
      const { same, often } = alikeIn(term);
      const isLength = isLasting && LONG.has(term);
      return {
        term,
        like: new Set([
          ...termsLike(term),
          ...MEASURES.flatMap((set) => (set.has(term) ? [...set] : [])),
          ...same,
        ]),
        same: new Set(same),
        often: new Set(often),
        isContract: isContractTerm(term),
        isSide: side !== null && askedSide(words.slice(start, end)) === side,
        isLength,
        share: FORM.has(term) || isLength || (asksPart && INCLUDES.has(term)) ? FORM_SHARE : 1,
      };
    },
  );
  const noun = /\b(?:how many|wie viele)\s+(\p{L}+)/iu.exec(question)?.[1] ?? '';
  const counted = readTokens(noun)[0]?.term ?? null;
  const either = eitherOf(column).map(({ word, asked }) => ({
    word,
    question: askedQuestion({ ...column, question: asked }),
  }));
  return { own, words, side, terms, kind: askedKind(question), unit, counted, asksLength: isLasting, either };
}

const EITHER = /(?<!\p{L})(\p{L}{3,})\s+(?:or|oder)\s+(\p{L}{3,})(?!\p{L})/u;

/** A number of the one or the other may be that of both together; a fee or a salary is the one or the other. */
function eitherOf({ question, kind }: EvidenceColumn): { word: string; asked: string }[] {
  const [whole, one = '', other = ''] = EITHER.exec(question) ?? [];
  if (whole === undefined) return [];
  const isEither = kind === 'date' || kind === 'text' || (isMoneyWord(one) && isMoneyWord(other));
  if (!isEither) return [];
  return [one, other].map((word) => ({ word, asked: question.replace(whole, word) }));
}

function wantedUnit({ unit, question, kind }: EvidenceColumn): AskedQuestion['unit'] {
  if (kind !== 'number') return null;
  if (unit) return columnUnit(unit);
  const named = /\b(?:how many|in|wie viele)\s+(\p{L}{3,})/iu.exec(question)?.[1];
  return named === undefined ? null : unitNamed(named);
}

/** Left out of what must be found: "how many weeks" is answered by "14 weeks", and by "98 days" too. */
function isUnit(word: string, unit: AskedQuestion['unit']): boolean {
  return unit !== null && unitNamed(word)?.kind === unit.kind;
}

/** 0 to 1: how much of what is asked about a sentence has, by itself or by what is above it. */
export function coverageOf(
  question: AskedQuestion,
  sentence: EvidenceSentence,
  document: EvidenceDocument,
): number {
  let total = 0;
  let covered = 0;
  const { side } = question;
  const hasSide = side !== null && sidedDates(sentence).some((date) => date.side === side);
  for (const asked of question.terms) {
    const isGiven = asked.isContract && document.isContract;
    const weight = document.weightOf(asked.term) * (isGiven ? GIVEN_SHARE : asked.share);
    total += weight;
    covered +=
      weight *
      ((asked.isSide && hasSide) || (asked.isLength && timesIn(sentence).length > 0)
        ? 1
        : Math.max(
            isGiven ? contractShare(sentence) : shareIn(asked, sentence.terms),
            IN_CONTEXT * shareIn(asked, sentence.context),
          ));
  }
  return total === 0 ? 0 : covered / total;
}

/** A sentence that names the contract, or is about it without naming it. */
function contractShare(sentence: EvidenceSentence): number {
  if ([...sentence.terms].some(isContractTerm)) return 1;
  return isOfTheDocument(sentence) ? OTHER_WORD : IN_CONTEXT;
}

const OF_THE_DOCUMENT = /^(?:[-*+•]\s+|\(?[\da-z]{1,3}[.)]\s+)*(?:it|this|er|es|sie|dieser|diese|dieses)\b/iu;

/** `It expires on …`, `Start date: …`: in a contract that is said of the contract. */
export function isOfTheDocument({ text, cells }: EvidenceSentence): boolean {
  return cells !== null || OF_THE_DOCUMENT.test(text) || /^[^.!?\n]{1,60}:\s[^.!?]*$/u.test(text);
}

const IN_CONTEXT = 0.65;
const OTHER_WORD = 0.9;
const SAME_ROOT = 0.8;
const OFTEN_SAME = 0.7;
/** Of a term that every sentence of the document is about. */
const GIVEN_SHARE = 0.3;

function shareIn({ term, like, often }: AskedTerm, terms: ReadonlySet<string>): number {
  if (terms.has(term)) return 1;
  for (const other of like) if (terms.has(other)) return OTHER_WORD;
  for (const other of terms) if (hasSameRoot(term, other)) return SAME_ROOT;
  for (const other of often) if (terms.has(other)) return OFTEN_SAME;
  return 0;
}

/** `insure` and `insurance`, `supplier` and `supplied`: alike to the end but for an ending. */
export function hasSameRoot(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4) return false;
  let alike = 0;
  while (alike < shorter && one.charCodeAt(alike) === other.charCodeAt(alike)) alike += 1;
  const rest = Math.max(one.length, other.length) - alike;
  return shorter - alike <= 2 && (alike >= 5 ? rest <= 4 : alike === 4 && rest <= 2);
}
