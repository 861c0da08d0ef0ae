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

/** A column's question, parsed once for all documents. */
export interface AskedQuestion {
  /** As asked, without the question mark. */
  own: string;
  /** What is asked about, without the question words. */
  words: string;
  /** For a date: whether the question asks when something starts or ends. */
  side: DateSide | null;
  isDate: boolean;
  /** For a date: how much of it the question asks for. */
  form: 'day' | 'month' | 'year';
  terms: readonly AskedTerm[];
  kind: AskedKind | null;
  /** The unit named by the column or the question. */
  unit: ColumnUnit | null;
  /** What "how many" counts. */
  counted: string | null;
  /** "How long is the guarantee?": asks for the duration of something. */
  asksLength: boolean;
  /** "signed or dated": asks for either of two things. The question with each of them. */
  either: readonly { word: string; question: AskedQuestion }[];
}

interface AskedTerm {
  term: string;
  /** Synonyms. */
  like: ReadonlySet<string>;
  /** Synonyms that the claim check does not know. */
  same: ReadonlySet<string>;
  /** Words that often mean the same. */
  often: ReadonlySet<string>;
  /** "the contract", asked of a contract. It need not name itself in each sentence. */
  isContract: boolean;
  /** Says which side of a period is asked for. */
  isSide: boolean;
  /** "how long": a duration answers it without repeating the word. */
  isLength: boolean;
  /** Weight. Lower for words about the kind of answer, which documents rarely repeat. */
  share: number;
}

/** Words for the form of an answer, or that only say that something holds: `How much notice must be given?` */
const FORM = new Set(
  (
    'date year month day time original originally ursprünglich name number amount value figure total kind type title unit percentage per cent level exact ' +
    'given required needed necessary document dokument content contents concentration result reading gehalt ergebnis messwert konzentration period agreed chosen stated specified within vereinbart innerhalb datum höhe hoch lang lange'
  )
    .split(' ')
    .flatMap((word) => readTokens(word).map(({ term }) => term)),
);
const FORM_SHARE = 0.2;
const ISSUED = new Set(readTokens('issued issue dated ausgestellt').map(({ term }) => term));
const DATE = readTokens('date datum').map(({ term }) => term);
const INCLUDES = new Set(readTokens('includes inclusive contains enthält enthalten').map(({ term }) => term));
const LONG = new Set(readTokens('long lang lange last').map(({ term }) => term));

/** How questions ask for a measure, and what documents call it. */
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
  // "plus VAT" says whether VAT is included without that word.
  const asksPart = askedPart(own).length > 0;
  const isLasting =
    asksLength(own) &&
    (column.kind === 'text' ||
      (column.kind === 'number' && (unit === null || unit.kind === 'months' || unit.kind === 'time')));
  const isDate = column.kind === 'date';
  const side = isDate ? askedSide(question) : null;
  const terms = [...new Map(kept.map((token) => [token.term, token])).values()].map(
    ({ term, start, end }) => {
      const { same: always, often } = alikeIn(term);
      // `Invoice date: 3 March` says when the invoice was issued. Of `it`, any date would.
      const same = isDate && kept.length > 1 && ISSUED.has(term) ? [...always, ...DATE] : always;
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
  const form = isDate ? formOf(own) : 'day';
  return {
    own,
    words,
    side,
    isDate,
    form,
    terms,
    kind: askedKind(question),
    unit,
    counted,
    asksLength: isLasting,
    either,
  };
}

const ASKS_YEAR =
  /\b(?:which|what|welche[mns]?)\s+(?:year|jahr)\b|^(?:the\s+)?year\s+of\b|^(?:(?!the|this|next|last|financial|fiscal|school|tax)\p{L}+\s+)+year$|\p{Ll}{3}jahr$/iu;
const ASKS_MONTH = /\b(?:which|what|welche[mn]?)\s+(?:month|monat)\b|^(?:the\s+)?month\s+of\b/iu;

function formOf(own: string): AskedQuestion['form'] {
  if (ASKS_YEAR.test(own)) return 'year';
  return ASKS_MONTH.test(own) ? 'month' : 'day';
}

const EITHER = /(?<!\p{L})(\p{L}{3,})\s+(?:or|oder)\s+(\p{L}{3,})(?!\p{L})/u;

/**
 * Only where one of two suffices: a number for "A or B" may be that of both together, but a fee or a salary is one of
 * them.
 */
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

/** Units need not be found: "14 weeks" answers "how many weeks", and so does "98 days". */
function isUnit(word: string, unit: AskedQuestion['unit']): boolean {
  return unit !== null && unitNamed(word)?.kind === unit.kind;
}

/** 0 to 1: how much of what is asked about a sentence contains, itself or in its headings. */
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

/** Full for a sentence that names the contract, less for one that is about it without naming it. */
function contractShare(sentence: EvidenceSentence): number {
  if ([...sentence.terms].some(isContractTerm)) return 1;
  return isOfTheDocument(sentence) ? OTHER_WORD : IN_CONTEXT;
}

const OF_THE_DOCUMENT = /^(?:[-*+•]\s+|\(?[\da-z]{1,3}[.)]\s+)*(?:it|this|er|es|sie|dieser|diese|dieses)\b/iu;

/** `It expires on …`, `Start date: …`: in a contract, these are about the contract. */
export function isOfTheDocument({ text, cells }: EvidenceSentence): boolean {
  return cells !== null || OF_THE_DOCUMENT.test(text) || /^[^.!?\n]{1,60}:\s[^.!?]*$/u.test(text);
}

const IN_CONTEXT = 0.65;
const OTHER_WORD = 0.9;
const SAME_ROOT = 0.8;
const OFTEN_SAME = 0.7;
/** Weight of a term that all sentences of the document are about. */
const GIVEN_SHARE = 0.3;

export function shareIn({ term, like, often }: AskedTerm, terms: ReadonlySet<string>): number {
  if (terms.has(term)) return 1;
  for (const other of like) if (terms.has(other)) return OTHER_WORD;
  for (const other of terms) if (hasSameRoot(term, other)) return SAME_ROOT;
  for (const other of often) if (terms.has(other)) return OFTEN_SAME;
  return 0;
}

/** `insure` and `insurance`, `supplier` and `supplied`: the same word with another ending. */
export function hasSameRoot(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4) return false;
  let alike = 0;
  while (alike < shorter && one.charCodeAt(alike) === other.charCodeAt(alike)) alike += 1;
  const rest = Math.max(one.length, other.length) - alike;
  return shorter - alike <= 2 && (alike >= 5 ? rest <= 4 : alike === 4 && rest <= 2);
}
