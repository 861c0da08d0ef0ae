import { saysOpposite } from '@ibid/core/internal';
import { exceptsFromBefore, ownException } from '../parse/makes-exception.js';
import { claimFor } from './asked-claim.js';
import type { AskedQuestion } from './asked-question.js';
import { cellOf, doubted } from './cell-of.js';
import { ABSENT, type EvidenceCell } from './evidence-column.js';
import type { EvidenceDocument, EvidenceSentence } from './evidence-document.js';
import { askedPart, leavesOut } from './included.js';

/** Denials that the claim check does not recognise. */
const RULED_OUT =
  /(?<!\b(?:not|never|nicht)\s)\b(?:excluded|ruled out|out of the question|ausgeschlossen|untersagt|unzulässig)(?!\p{L})/iu;

const ASKS_LEAVE =
  /^(?:may|can|is|are|darf|dürfen|kann|ist|sind)\b|\b(?:allowed|permitted|erlaubt|gestattet|zulässig)\b/iu;
/** `shall not sublet without consent`: no on its own, yes with consent. */
const NOT_WITHOUT =
  /\b(?:not|nicht|only|nur)\b[^.;]{0,80}\b(?:without|with|ohne|mit)\s+(?:\p{L}+(?:['’]s)?\s+){0,4}(?:consent|permission|approval|zustimmung|genehmigung|erlaubnis|einwilligung)\b/iu;
const WITH_CONSENT = 'The document allows it on a condition.';

/** An answer with exceptions is not a plain yes or no. */
export function yesOrNo(
  question: AskedQuestion,
  document: EvidenceDocument,
  about: readonly { sentence: EvidenceSentence; coverage: number }[],
): EvidenceCell {
  const cell = plainYesOrNo(question, document, about);
  if (cell.verdict !== 'supported' || EXCEPTS.test(question.own)) return cell;
  const at = document.sentences.findIndex(
    ({ chunk, start }) => chunk.chunkId === cell.passage?.chunkId && start === cell.passage.start,
  );
  const next = document.sentences[at + 1]?.text ?? '';
  // The exception may be in another sentence on the same: `closed on Mondays, unless …` beside `open from Tuesday to
  // Sunday`.
  const others = about.map(({ sentence }) => ownException(sentence.text)).find((one) => one !== null);
  const exception =
    ownException(cell.quote ?? '') ?? (at >= 0 && exceptsFromBefore(next) ? next : (others ?? null));
  return exception === null
    ? cell
    : { ...cell, verdict: 'weak', reason: `The passage makes an exception: “${exception}”.` };
}

const EXCEPTS = /\b(?:exceptions?|exempt\p{L}*|unless|except|ausnahmen?|außer)\b/iu;

function plainYesOrNo(
  question: AskedQuestion,
  document: EvidenceDocument,
  about: readonly { sentence: EvidenceSentence; coverage: number }[],
): EvidenceCell {
  const part = askedPart(question.own);
  for (const { sentence } of about) {
    if (part.length > 0 && !part.some((term) => sentence.terms.has(term))) continue;
    const told = /(?:[:|]\s*)(yes|no|ja|nein|oui|non|sí|true|false)\s*[.|]*\s*$/iu.exec(sentence.text)?.[1];
    if (told !== undefined) {
      const value = /^(?:yes|ja|oui|sí|true)$/iu.test(told) ? 'yes' : 'no';
      return cellOf({ value, number: null, written: told }, sentence, { verdict: 'supported', reason: null });
    }
    const { words, doubt } = claimFor(question, sentence, document);
    const check = doubted(document.verifier.check({ claim: words, chunks: [sentence.alone] }), doubt);
    if (leavesOut(sentence, part))
      return cellOf({ value: 'no', number: null, written: sentence.text }, sentence, {
        verdict: doubt === null ? 'supported' : 'weak',
        reason: doubt,
      });
    const ruledOut = RULED_OUT.exec(sentence.text)?.[0];
    if (ruledOut !== undefined && check.verdict !== 'unsupported')
      return cellOf({ value: 'no', number: null, written: sentence.text }, sentence, {
        verdict: 'weak',
        reason: `One says it and the other denies it: the claim has “${words}”, the passage “${ruledOut}”.`,
      });
    const isOpposite = saysOpposite({ statement: words, chunk: sentence.alone });
    if (isOpposite && ASKS_LEAVE.test(question.own) && NOT_WITHOUT.test(sentence.text))
      return cellOf({ value: 'no', number: null, written: sentence.text }, sentence, {
        verdict: 'weak',
        reason: WITH_CONSENT,
      });
    if (isOpposite)
      return cellOf({ value: 'no', number: null, written: sentence.text }, sentence, {
        verdict: check.isFinal ? 'supported' : 'weak',
        reason: check.isFinal ? null : (check.reason ?? null),
      });
    if (check.verdict === 'unsupported') continue;
    return cellOf({ value: 'yes', number: null, written: sentence.text }, sentence, {
      verdict: check.verdict,
      reason: check.reason ?? null,
    });
  }
  return ABSENT;
}
