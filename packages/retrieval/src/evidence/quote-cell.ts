import type { ClaimCheck } from '@ibid/core/internal';
import { asksHolder, becameIt } from '../extractive/says-who.js';
import { claimFor } from './asked-claim.js';
import { cellOf, doubted } from './cell-of.js';
import { coverageOf, type AskedQuestion } from './asked-question.js';
import { headingsOf, ofItself } from './document-itself.js';
import { ABSENT, type EvidenceCell, type EvidenceColumn } from './evidence-column.js';
import type { EvidenceDocument, EvidenceSentence } from './evidence-document.js';
import { doubtOfMoney, doubtOfShare, doubtOfYear } from './fitting-value.js';
import { valueCandidates, type ValueCandidate } from './value-candidates.js';
import { yesOrNo } from './yes-or-no.js';

/** A sentence with a lower coverage is about something else. */
export const ABOUT_IT = 0.55;
/** How many sentences are examined closely. */
const LOOKED_AT = 8;
/** Within this difference of coverage, another sentence may contradict. */
const AS_GOOD = 0.02;

interface Found extends ValueCandidate {
  sentence: EvidenceSentence;
  coverage: number;
  check: ClaimCheck;
}

/**
 * ANS-1 without a language model: finds the sentence that is about the question and contains a value of the right kind,
 * and checks it like any claim. Values the check rejects are dropped. If none is left, the document does not say.
 */
export function quoteCell(
  column: EvidenceColumn,
  question: AskedQuestion,
  document: EvidenceDocument,
): EvidenceCell {
  const told = eitherCell(column, question, document);
  if (told) return told;
  const own = ofItself(column, question, document);
  const ownCell = own && ('judged' in own ? cellOf(own.value, own.sentence, own.judged) : own);
  // A day in the title may be that of the inspection, while a sentence says when the report was issued.
  if (ownCell && !(column.kind === 'date' && ownCell.verdict === 'weak')) return ownCell;
  // `Team meeting, 12 January 2026` says when it was.
  const sentences =
    column.kind === 'date' ? [...document.sentences, ...headingsOf(document)] : document.sentences;
  const about = sentences
    .map((sentence, index) => ({ sentence, index, coverage: coverageOf(question, sentence, document) }))
    .filter(({ coverage }) => coverage >= ABOUT_IT)
    .toSorted((one, other) => other.coverage - one.coverage || one.index - other.index);
  if (column.kind === 'yes-no') return yesOrNo(question, document, about.slice(0, LOOKED_AT));
  const found = about
    .flatMap(({ sentence, coverage }) => {
      // `Invoice 2041`
      const isDay = (value: ValueCandidate) =>
        document.sentences.includes(sentence) || value.value.length > 4;
      const values = valueCandidates(column, question, sentence).filter(isDay);
      return values.map((value) => ({ ...value, sentence, coverage }));
    })
    .slice(0, 4 * LOOKED_AT)
    .map((one): Found => ({ ...one, check: checkCandidate(question, one, document) }))
    .filter(({ check }) => check.verdict !== 'unsupported')
    .toSorted((one, other) => rankOf(other) - rankOf(one));
  const [best] = found;
  if (ownCell && best?.check.verdict !== 'supported') return ownCell;
  if (!best) return periodCell(column, question, document) ?? ABSENT;
  const isChoice = column.kind === 'choice';
  const other =
    column.kind === 'number' || column.kind === 'date' || isChoice
      ? found.find(
          (one) =>
            !isSame(one, best) &&
            // If two choices pass the check, neither is the answer, wherever they stand.
            (isChoice ||
              // "Five years on one part and two on the other" is not a guarantee of five years.
              (question.asksLength && one.sentence === best.sentence) ||
              (one.check.verdict === best.check.verdict &&
                best.coverage - one.coverage <= AS_GOOD &&
                one.sentence !== best.sentence)),
        )
      : undefined;
  const holder =
    asksHolder(question.own) && becameIt(best.sentence.text) === null
      ? about.find(({ sentence }) => becameIt(sentence.text) !== null)
      : undefined;
  if (holder)
    return cellOf(best, best.sentence, {
      verdict: 'weak',
      reason: `The document also says “${becameIt(holder.sentence.text) ?? ''}”: “${holder.sentence.text}”.`,
    });
  const said = other && `The document also says “${other.written}”: “${other.sentence.text}”.`;
  return cellOf(best, best.sentence, {
    verdict: said ? 'weak' : best.check.verdict,
    reason: said ?? best.check.reason ?? null,
  });
}

/** For a question about either of two things: the one the document has. */
function eitherCell(
  column: EvidenceColumn,
  { either }: AskedQuestion,
  document: EvidenceDocument,
): EvidenceCell | null {
  const cells = either.map(({ word, question }): EvidenceCell => {
    const cell = quoteCell(column, question, document);
    const isSaid = cell.quote?.toLowerCase().includes(word.toLowerCase()) || isHeaded(word, cell.quote ?? '');
    // With so few words asked for, a road "sign" would match "signed".
    return cell.verdict === 'supported' && !isSaid
      ? { ...cell, verdict: 'weak', reason: `The passage does not have “${word}”.` }
      : cell;
  });
  const [told] = [
    ...cells.filter(({ verdict }) => verdict === 'supported'),
    ...cells.filter(({ verdict }) => verdict !== 'absent'),
  ];
  return told ?? null;
}

/** `Date: 4 May 2025` answers "dated". */
function isHeaded(word: string, quote: string): boolean {
  const [head] = /^[\p{L} ]{3,30}(?=:)/u.exec(quote) ?? [];
  return head !== undefined && word.toLowerCase().startsWith((head.split(' ')[0] ?? head).toLowerCase());
}

const PERIOD =
  /^(?:[-*+•]\s+)?(?:\*\*)?(?:dates?|period|duration|(?:contract |lease |initial )?term|validity|zeitraum|dauer|(?:vertrags)?laufzeit|gültigkeit)(?:\*\*)?\s*:/iu;
/** `Dates: 8 June 2024 to 30 June 2024` says when something started and ended without either word. */
function periodCell(
  column: EvidenceColumn,
  question: AskedQuestion,
  document: EvidenceDocument,
): EvidenceCell | null {
  if (question.side === null) return null;
  const periods = document.sentences.filter(({ text }) => PERIOD.test(text));
  const [sentence] = periods;
  // With two periods, it is unclear which is meant.
  if (!sentence || periods.length > 1) return null;
  const rest = question.terms.filter(
    ({ isSide, isContract }) => !isSide && !(isContract && document.isContract),
  );
  if (rest.length > 0 && coverageOf({ ...question, terms: rest }, sentence, document) < ABOUT_IT) return null;
  const dates = valueCandidates(column, question, sentence);
  const value = dates.length === 2 ? dates[question.side === 'start' ? 0 : 1] : undefined;
  return value ? cellOf(value, sentence, { verdict: 'supported', reason: null }) : null;
}

function isSame(one: ValueCandidate, other: ValueCandidate): boolean {
  return one.number === null ? one.value === other.value : one.number === other.number;
}

function rankOf({ coverage, check, isNamed, isSaidOfIt }: Found): number {
  const isSure = isNamed === true || isSaidOfIt === true;
  return coverage + (check.verdict === 'supported' ? 0.3 : 0) + 0.1 * check.score + (isSure ? 0.2 : 0);
}

const OF_SOMETHING_ELSE = 'The passage may say this of something else.';
const AS_A_LIMIT = 'The document gives it as a limit.';

function checkCandidate(
  question: AskedQuestion,
  candidate: ValueCandidate & { sentence: EvidenceSentence },
  document: EvidenceDocument,
): ClaimCheck {
  const { written, sentence, isLimit } = candidate;
  const doubt =
    doubtOfYear(question, sentence, candidate) ??
    doubtOfShare(question, sentence) ??
    doubtOfMoney(question, sentence) ??
    (candidate.lacksUnit === undefined ? null : `The passage does not have “${candidate.lacksUnit}”.`) ??
    candidate.doubt ??
    (candidate.isSaidOfIt === false ? OF_SOMETHING_ELSE : null);
  const check = doubted(checkValue(question, written, sentence, document), doubt);
  return isLimit && check.verdict === 'unsupported'
    ? { ...check, verdict: 'weak', reason: AS_A_LIMIT }
    : check;
}

/** Checks a cell's claim against the sentence it quotes. */
export function checkValue(
  question: AskedQuestion,
  written: string,
  sentence: EvidenceSentence,
  document: EvidenceDocument,
): ClaimCheck {
  const { claim, doubt } = claimFor(question, sentence, document);
  // A whole sentence supports itself. It only has to be about the question.
  if (written.length >= 0.8 * sentence.text.length)
    return doubted({ verdict: 'supported', score: 1, passage: null }, doubt);
  const isSentence =
    sentence.cells === null && !sentence.isLabelled && !/^[^.!?\n]{1,60}:\s[^.!?]*$/u.test(sentence.text);
  const check = document.verifier.check({ claim: claim(written, isSentence), chunks: [sentence.alone] });
  return doubted(check, doubt);
}
