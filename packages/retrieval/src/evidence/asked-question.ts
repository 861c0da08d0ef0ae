import { readTokens, termsLike, unitNamed } from '@ibid/core/internal';
import { askedKind, type AskedKind } from '../extractive/asked-kind.js';
import { askedWords } from '../extractive/asked-words.js';
import type { EvidenceColumn } from './evidence-column.js';
import type { EvidenceDocument, EvidenceSentence } from './evidence-document.js';

/** A question of a column, taken apart once for all documents. */
export interface AskedQuestion {
  /** What is asked about, without the words that only make it a question. */
  words: string;
  /** The claim that a value would make. Of a sentence; a row or a named value has no verb to compare with. */
  claim: (written: string, isSentence: boolean) => string;
  terms: readonly AskedTerm[];
  kind: AskedKind | null;
  /** The unit that the column or the question names. */
  unit: ReturnType<typeof unitNamed>;
  /** What "how many" asks to count. */
  counted: string | null;
}

interface AskedTerm {
  term: string;
  /** Other words for it. */
  like: ReadonlySet<string>;
  /** Of words that say what kind of answer is wanted, which documents seldom repeat. */
  share: number;
}

/** Words for the form of an answer. */
const FORM = new Set(
  'date year month day time name number amount value figure total kind type title unit percentage per cent level exact'
    .split(' ')
    .flatMap((word) => readTokens(word).map(({ term }) => term)),
);
const FORM_SHARE = 0.2;

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
  const terms = [...new Map(kept.map((token) => [token.term, token])).values()].map(({ term }) => ({
    term,
    like: new Set([...termsLike(term), ...MEASURES.flatMap((set) => (set.has(term) ? [...set] : []))]),
    share: FORM.has(term) ? FORM_SHARE : 1,
  }));
  const noun = /\b(?:how many|wie viele)\s+(\p{L}+)/iu.exec(question)?.[1] ?? '';
  const counted = readTokens(noun)[0]?.term ?? null;
  const stated = claimOf(own, words);
  const claim = (written: string, isSentence: boolean) =>
    isSentence ? stated(written) : `${words}: ${written}`;
  return { words, claim, terms, kind: askedKind(question), unit, counted };
}

const BE = 'is|are|was|were';
const MODAL = 'may|must|can|could|should|shall|will|would|has|have|had';

/**
 * A question turned into the statement that answers it: "How many people work here?" into "58 people work here", "When was
 * it opened?" into "it was opened: 4 May". Read so, the check knows what is done to what. Of other languages, and where the
 * words do not tell, what is asked about stands before the value.
 */
function claimOf(question: string, words: string): (written: string) => string {
  const counting = /^how many\s+(.+)$/iu.exec(question)?.[1];
  if (counting !== undefined)
    return (written) => `${written} ${counting.replace(/\b(?:are there|do|does|did)\b/iu, '')}`;
  const turned = new RegExp(
    `^(?:when|where|who|what|which|how|how long|how much)\\s+(${BE}|${MODAL}|do|does|did)\\s+(.+?)(\\s+\\S+)?$`,
    'iu',
  ).exec(question);
  const [, verb = '', rest = '', last = ''] = turned ?? [];
  if (!turned) return (written) => `${words}: ${written}`;
  if (/^do/iu.test(verb)) return (written) => `${rest}${last}: ${written}`;
  const isDone = !new RegExp(`^(?:${BE})$`, 'iu').test(verb) || /(?:ed|en|pt|ld|nt|de|ght)$/u.test(last);
  return (written) => (isDone ? `${rest} ${verb}${last}: ${written}` : `${rest}${last} ${verb}: ${written}`);
}

function wantedUnit({ unit, question, kind }: EvidenceColumn): AskedQuestion['unit'] {
  if (kind !== 'number') return null;
  if (unit) return unitNamed(unit);
  const named = /\b(?:how many|in|wie viele)\s+(\p{L}{3,})/iu.exec(question)?.[1];
  return named === undefined ? null : unitNamed(named);
}

/** Left out of what must be found: "how many weeks" is answered by "14 weeks", and by "98 days" too. */
function isUnit(word: string, unit: AskedQuestion['unit']): boolean {
  return unit !== null && unitNamed(word)?.kind === unit.kind;
}

/** 0 to 1: how much of what is asked about a sentence has, by itself or by what stands above it. */
export function coverageOf(
  question: AskedQuestion,
  sentence: EvidenceSentence,
  document: EvidenceDocument,
): number {
  let total = 0;
  let covered = 0;
  for (const asked of question.terms) {
    const weight = document.weightOf(asked.term) * asked.share;
    total += weight;
    covered +=
      weight * Math.max(shareIn(asked, sentence.terms), IN_CONTEXT * shareIn(asked, sentence.context));
  }
  return total === 0 ? 0 : covered / total;
}

const IN_CONTEXT = 0.65;
const OTHER_WORD = 0.9;
const SAME_ROOT = 0.8;

function shareIn({ term, like }: AskedTerm, terms: ReadonlySet<string>): number {
  if (terms.has(term)) return 1;
  for (const other of like) if (terms.has(other)) return OTHER_WORD;
  for (const other of terms) if (hasSameRoot(term, other)) return SAME_ROOT;
  return 0;
}

/** `insure` and `insurance`, `supplier` and `supplied`: alike to the end but for an ending. */
function hasSameRoot(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4) return false;
  let alike = 0;
  while (alike < shorter && one.charCodeAt(alike) === other.charCodeAt(alike)) alike += 1;
  const rest = Math.max(one.length, other.length) - alike;
  return shorter - alike <= 2 && (alike >= 5 ? rest <= 4 : alike === 4 && rest <= 2);
}
