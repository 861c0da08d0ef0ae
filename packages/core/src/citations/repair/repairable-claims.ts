import type { AnswerClaim } from '../answer-claims.js';
import type { Citation } from '../citation.js';
import { renderCitations } from '../render/citation-renderer.js';
import type { TextEdit } from './mend-text.js';

/** A sentence of an answer that no source supports, with its range in the answer. */
export interface RepairableClaim {
  claim: AnswerClaim;
  /** As written, with its markers but without its list marker. */
  sentence: string;
  /** The same without markers. */
  bare: string;
  span: { start: number; end: number };
  reason: string | null;
}

const LIST_SIGN = /^[\s>]*(?:[-*+•]\s+|\(?\d{1,3}[.)]\s+)+/u;
const TABLE_ROW = /^\s*\|/u;

/**
 * CIT-8: the claims that a repair may change: those not supported, unless a second opinion supports them. Table rows
 * are left alone, because no sentence can replace one.
 */
export function repairableClaims(options: {
  text: string;
  claims: readonly AnswerClaim[];
  citations: readonly Citation[];
}): RepairableClaim[] {
  const { text } = options;
  return options.claims.flatMap((claim) => {
    if (claim.verdict === 'supported') return [];
    const own = options.citations.filter(({ citationId }) => claim.citationIds.includes(citationId));
    const isTrusted = own.length > 0 && own.every(isBorneOut);
    const sign = LIST_SIGN.exec(claim.text)?.[0].length ?? 0;
    const start = behindMarkers(claim.range.start + sign, { ...options, own });
    const end = Math.max(claim.range.end, ...own.map(({ range }) => range.end));
    const sentence = text.slice(start, end);
    if (isTrusted || TABLE_ROW.test(sentence)) return [];
    const numbers = new Set(own.map(({ number }) => number));
    const bare = renderCitations(sentence, {
      mode: 'removed',
      sourceByNumber: (number) =>
        numbers.has(number) ? { number, itemId: 'any', title: '', origin: 'tool' } : undefined,
    }).trim();
    const reason = own.find((citation) => citation.reason !== undefined)?.reason ?? null;
    return bare === '' ? [] : [{ claim, sentence, bare, span: { start, end }, reason }];
  });
}

/** `So it is. [1] And so on.`: a marker at the start of a sentence may belong to the previous one. */
function behindMarkers(
  from: number,
  options: { text: string; citations: readonly Citation[]; own: readonly Citation[] },
): number {
  const { text, citations, own } = options;
  const foreign = citations.find((one) => one.range.start === from && !own.includes(one));
  if (!foreign) return from;
  const gap = /^\s*/u.exec(text.slice(foreign.range.end))?.[0].length ?? 0;
  return behindMarkers(foreign.range.end + gap, options);
}

function isBorneOut({ verdict, secondOpinion }: Citation): boolean {
  return verdict === 'supported' || secondOpinion?.verdict === 'supported';
}

/**
 * Maps an edit of the shown answer to the answer as the model wrote it, which may contain tags. Null if the sentence is
 * not found exactly once, or is inside a reference, which was stored as it is.
 */
export function inWritten(answer: string, shown: string, edit: TextEdit): TextEdit | null {
  if (answer === shown) return edit;
  const words = shown.slice(edit.start, edit.end);
  const start = answer.indexOf(words);
  if (start < 0 || answer.includes(words, start + 1)) return null;
  const before = answer.slice(0, start);
  const isInReference = (before.match(/<ref\b/giu) ?? []).length > (before.match(/<\/ref>/giu) ?? []).length;
  return isInReference ? null : { start, end: start + words.length, text: edit.text };
}
