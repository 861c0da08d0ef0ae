import { LOCAL_MODEL } from '../embed/local-model.js';
import type { Embedder } from '../knowledge/index.js';
import type { AskedQuestion } from './asked-question.js';
import { sidedDates, type DateSide } from './date-sides.js';
import { ABSENT, type EvidenceCell, type EvidenceColumn } from './evidence-column.js';
import type { EvidenceDocument, EvidenceSentence } from './evidence-document.js';
import { cellOf } from './cell-of.js';
import { isOfAnotherPrice } from './fitting-value.js';
import { isOfAnother } from './said-of.js';
import { valueCandidates } from './value-candidates.js';

/** For the built-in embedder, measured on documents with known facts (docs/quality/answers.md). */
const NEAR = 0.4;
/** How much nearer the nearest sentence must be than the next. Among similar ones, none is meant. */
const CLEARLY = 0.04;
/** How many sentences of a document are compared. */
const MOST_SENTENCES = 400;

const REASON =
  'Nothing in the document contains the words of the question. This comes closest in meaning. Check whether it answers the question.';

/**
 * ANS-1 without a language model, where no sentence has the question's words: proposes the semantically nearest
 * sentence with exactly one value of the right kind. The verdict is `weak` at best, because a near sentence may be
 * about something else.
 */
export async function proposeCell(options: {
  column: EvidenceColumn;
  question: AskedQuestion;
  document: EvidenceDocument;
  similarities: (question: string, sentences: readonly EvidenceSentence[]) => Promise<readonly number[]>;
}): Promise<EvidenceCell> {
  const { column, question, document } = options;
  // A merely similar sentence cannot answer yes or no.
  if (column.kind === 'yes-no') return ABSENT;
  // Sentences with some of the question's words were already considered, and are about something else.
  const has = ({ terms }: EvidenceSentence, { term, like }: AskedQuestion['terms'][number]) =>
    terms.has(term) || [...like].some((other) => terms.has(other));
  const answering = document.sentences
    .filter((sentence) => !question.terms.some((asked) => has(sentence, asked)))
    .filter((sentence) => !(question.asksLength && isOfAnother(sentence)))
    .filter((sentence) => !isOfAnotherPrice(question, sentence))
    // The day of a paper is not the day on which something begins.
    .filter((sentence) => question.side === null || hasSide(question.side, sentence))
    // `Payment due: 2 April`: a label without a word of the question names another day.
    .filter((sentence) => column.kind !== 'date' || !NAMES_A_DAY.test(sentence.text))
    .flatMap((sentence) => {
      const [value, ...others] = valueCandidates(column, question, sentence);
      const isShort = value !== undefined && value.written.length < 0.8 * sentence.text.length;
      return value && isShort && others.length === 0 ? [{ sentence, value }] : [];
    })
    .slice(0, MOST_SENTENCES);
  if (answering.length === 0) return ABSENT;
  const near = await options.similarities(
    column.question,
    answering.map(({ sentence }) => sentence),
  );
  const ranked = answering
    .map((one, index) => ({ ...one, similarity: near[index] ?? 0 }))
    .toSorted((one, other) => other.similarity - one.similarity);
  const [best, next] = ranked;
  if (!best || best.similarity < NEAR) return ABSENT;
  if (next && best.similarity - next.similarity < CLEARLY) return ABSENT;
  return cellOf(best.value, best.sentence, { verdict: 'weak', reason: REASON });
}

const NAMES_A_DAY =
  /^(?:[-*+•|]\s*)?(?:\p{L}+ ){0,2}(?:due|paid|pay(?:ment|able)|order(?:ed)?|deliver(?:ed|y)|issued?|invoiced?|expir\p{L}+|signed|returned|received)(?:\s+(?:date|by|on|due))?\s*[:|]/iu;

const hasSide = (side: DateSide, sentence: EvidenceSentence) =>
  sidedDates(sentence).some((date) => date.side === side);

/**
 * Compares questions with the sentences of one document, embedding each sentence once. Null for other embedders, whose
 * threshold is unknown.
 */
export function similaritiesBy(embedder: Embedder | null) {
  if (embedder?.id !== LOCAL_MODEL.id) return null;
  const known = new Map<EvidenceSentence, Float32Array>();
  return async (question: string, sentences: readonly EvidenceSentence[]): Promise<number[]> => {
    const fresh = sentences.filter((sentence) => !known.has(sentence));
    const vectors = await embedder.embed(
      fresh.map(({ alone }) => alone.text ?? ''),
      'document',
    );
    for (const [index, sentence] of fresh.entries()) {
      const vector = vectors[index];
      if (vector) known.set(sentence, vector);
    }
    const [asked] = await embedder.embed([question], 'query');
    return sentences.map((sentence) => {
      const vector = known.get(sentence);
      return asked && vector ? dotProduct(asked, vector) : 0;
    });
  };
}

function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
