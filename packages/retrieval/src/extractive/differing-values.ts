import type { Candidate } from './collect-candidates.js';
import { isNamed, type Told } from './with-disputes.js';

const SUM = /[£$€¥]\s?\d[\d.,]*\d|[£$€¥]\s?\d|\d[\d.,]*\s?(?:EUR|GBP|USD|CHF|euros?|pounds?|dollars?)\b/giu;
const CLOCK = /\b\d{1,2}[:.]\d\d\b(?:\s?[ap]\.?m\.?)?|\b\d{1,2}\s?[ap]\.?m\.?\b/giu;
/** How many words must match before two values are treated as being of one thing. */
const FEWEST_SHARED = 2;
const SHARED = 0.5;

/**
 * Finds sentences of different documents that answer one question with different amounts or times of day. Only a reader
 * can tell which applies, so none is shown as the only answer.
 */
export function withDifferingValues(options: {
  told: readonly Told<Candidate>[];
  others: readonly Candidate[];
  asked: readonly string[];
  /** The question asks for one amount, or one time of day. */
  kind: 'sum' | 'clock' | null;
}): Told<Candidate>[] {
  const { told, others, asked, kind } = options;
  const [first] = told;
  if (kind === null || !first || first.dispute) return [...told];
  const valueOf = ({ text, isRow }: Candidate) => {
    const found = isRow ? [] : (text.match(kind === 'sum' ? SUM : CLOCK) ?? []);
    return found.length === 1 ? (found[0] ?? '').replaceAll(/[\s.,]+$|\s/gu, '') : null;
  };
  const own = valueOf(first.sentence);
  if (own === null) return [...told];
  const held = (one: Candidate) => asked.filter((term) => one.terms.has(term) || one.context.has(term));
  const ours = held(first.sentence);
  const isOfIt = (one: Candidate) => {
    const shared = held(one).filter((term) => ours.includes(term));
    return shared.length >= FEWEST_SHARED && shared.length >= SHARED * ours.length;
  };
  const picked = new Set(told.map(({ sentence }) => sentence));
  const differing = [...new Set([...picked, ...others])]
    .filter(isOfIt)
    .filter((one) => !isNamed(first.sentence, one, asked) && !isNamed(one, first.sentence, asked))
    .filter((one) => one !== first.sentence && one.number !== first.sentence.number && !one.isTakenBack)
    .filter((one) => ![null, own].includes(valueOf(one)));
  if (differing.length === 0) return [...told];
  const sides = [first.sentence, ...differing.slice(0, MOST)];
  const isDated = sides.every(({ date }) => date !== null);
  const dispute = { isOpen: true, isDated };
  const newest = isDated
    ? sides.toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
    : sides;
  const rest = told.filter(({ sentence }) => !sides.includes(sentence));
  return [...newest.map((sentence) => ({ sentence, dispute, date: sentence.date })), ...rest];
}

const MOST = 2;

const ASKS_SUM =
  /\b(?:how much|what (?:does|do|did|is|was) .*\b(?:cost|price|fee|rent|charge)|price of|cost of)\b/iu;
const ASKS_CLOCK =
  /\b(?:what time|at what time|how late|until when|when .*\b(?:open|close|start|begin|end|go out|shut)\p{L}*)\b/iu;

/** The single value a question asks for; null if it asks for several, for a list of prices, or for another kind. */
export function oneValueAsked(question: string): 'sum' | 'clock' | null {
  if (/\b(?:and|or)\b|\bprices\b|\bcosts\s+and\b/iu.test(question)) return null;
  if (ASKS_CLOCK.test(question)) return 'clock';
  return ASKS_SUM.test(question) ? 'sum' : null;
}
