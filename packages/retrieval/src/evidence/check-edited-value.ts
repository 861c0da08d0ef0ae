import { readTokens } from '@ibid/core/internal';
import type { KnowledgeStore, Viewer } from '../knowledge/index.js';
import { askedQuestion, coverageOf, type AskedQuestion } from './asked-question.js';
import { ABSENT, type EvidenceCell, type EvidenceColumn } from './evidence-column.js';
import type { EvidenceDocument, EvidenceSentence } from './evidence-document.js';
import { documentFor } from './fill-evidence-row.js';
import { matchingValue } from './matching-value.js';
import { cellOf } from './cell-of.js';
import { ABOUT_IT, checkValue } from './quote-cell.js';
import { yesOrNo } from './yes-or-no.js';
import { isAmount } from './read-edited-value.js';
import { valueCandidates, type ValueCandidate } from './value-candidates.js';

const NOT_THERE = 'The document does not have this value.';
const ELSEWHERE =
  'The document contains this value, but in a sentence without the words of the question. Check whether it answers the question.';

/**
 * ANS-1: checks a value that a person entered like a computed one: against the sentence that contains it and fits the
 * question best. It does not inherit the verdict of the value it replaces.
 */
export async function checkEditedValue(options: {
  store: KnowledgeStore;
  viewer: Viewer;
  itemId: string;
  column: EvidenceColumn;
  value: string;
}): Promise<{ cell: EvidenceCell; contentHash: string } | null> {
  const { store, viewer, column, value } = options;
  const item = await store.getItem(viewer, options.itemId);
  if (!item || value === '') return null;
  const query = `${column.question} ${value}`;
  const document = await documentFor({ store, viewer, item, query });
  return { cell: judgedEdit(column, value, document), contentHash: item.contentHash };
}

function judgedEdit(column: EvidenceColumn, value: string, document: EvidenceDocument): EvidenceCell {
  const question = askedQuestion(column);
  const ranked = document.sentences
    .map((sentence, index) => ({ sentence, index, coverage: coverageOf(question, sentence, document) }))
    .toSorted((one, other) => other.coverage - one.coverage || one.index - other.index);
  if (column.kind === 'yes-no') {
    const told = yesOrNo(
      question,
      document,
      ranked.filter(({ coverage }) => coverage >= ABOUT_IT),
    );
    if (told.value === value) return told;
    return told.value === null
      ? denied(value, 'The document does not say whether it is so.')
      : { ...told, value, verdict: 'unsupported', reason: `The document says “${told.value}”.` };
  }
  const words = wordsOf(column, value);
  if (!words && column.kind !== 'choice' && !isAmount(column, value)) return denied(value, NOT_THERE);
  let elsewhere: EvidenceCell | null = null;
  let refused: EvidenceCell | null = null;
  for (const { sentence, coverage } of ranked) {
    const found = heldBy(column, question, { value, words }, sentence);
    if (!found) continue;
    const { verdict, reason } = checkValue(question, found.written, sentence, document);
    if (verdict === 'unsupported' || coverage < ABOUT_IT) {
      if (coverage >= ABOUT_IT) refused ??= cellOf(found, sentence, { verdict, reason: reason ?? null });
      else elsewhere ??= cellOf(found, sentence, { verdict: 'weak', reason: ELSEWHERE });
      continue;
    }
    return cellOf(found, sentence, { verdict, reason: reason ?? null });
  }
  return refused ?? elsewhere ?? denied(value, NOT_THERE);
}

function denied(value: string, reason: string): EvidenceCell {
  return { ...ABSENT, verdict: 'unsupported', value, reason };
}

/** A sentence must contain all the words that a person wrote. */
function heldBy(
  column: EvidenceColumn,
  question: AskedQuestion,
  { value, words }: { value: string; words: readonly string[] | null },
  sentence: EvidenceSentence,
): ValueCandidate | null {
  if (column.kind === 'choice')
    return valueCandidates(column, question, sentence).find((one) => one.value === value) ?? null;
  if (!words) return matchingValue(column, question, value, sentence);
  const isHeld = words.length > 0 && words.every((term) => sentence.terms.has(term));
  return isHeld ? { value, number: null, written: value } : null;
}

/** The words of a text value; null for other kinds. */
function wordsOf({ kind }: EvidenceColumn, value: string): string[] | null {
  if (kind !== 'text') return null;
  return readTokens(value).flatMap(({ term, isStop }) => (isStop ? [] : term));
}
