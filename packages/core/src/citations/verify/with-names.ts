import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { noteByObject } from '../../messages/note-by-object.js';
import type { Passage } from '../citation.js';
import type { ClaimTerms } from './claim-terms.js';
import type { Aligned } from './read-another-way.js';
import { filledText, inText, namesPutIn, type Filled, type FilledText } from './filled-names.js';
import { splitSentences } from './split-sentences.js';
import { toPassage } from './to-passage.js';

/** A chunk whose text names people where its own text has a pronoun. */
export interface FilledChunk {
  chunk: RetrievedChunk;
  own: RetrievedChunk;
  filled: FilledText | null;
}

/** How far before the passage the name may be for the passage to begin there. */
const NEAR = 400;

const kept = noteByObject<FilledChunk>();

/** Whether a name that the text leaves out somewhere is in the claim. */
export const mayBeNamed = (claim: ClaimTerms, all: readonly RetrievedChunk[]) =>
  all
    .map(filledChunk)
    .some(({ own, filled }) => filled?.filled.some(({ name }) => isIn(claim, nameOf(own, name))) === true);

/** Whether the passage leaves out a name. */
export function hasNamesPutIn(passage: Passage | null, all: readonly RetrievedChunk[]): boolean {
  const chunk = all.find(({ chunkId }) => chunkId === passage?.chunkId);
  const { filled } = chunk ? filledChunk(chunk) : { filled: null };
  return passage !== null && filled !== null && namesPutIn(filled, passage).length > 0;
}

export function filledChunk(own: RetrievedChunk): FilledChunk {
  const known = kept.get(own);
  if (known) return known;
  const filled = own.text === null ? null : filledText(own.text);
  const result = { own, filled, chunk: filled ? { ...own, text: filled.text } : own };
  kept.set(own, result);
  return result;
}

const nameOf = ({ text }: RetrievedChunk, { start, end }: Filled['name']) => (text ?? '').slice(start, end);

/** Whether a word of the name is in the claim. */
const isIn = (claim: ClaimTerms, name: string) =>
  name.split(/[\s.]+/u).some((word) => word.length > 2 && claim.text.includes(word));

/**
 * The result with its passage in the text itself. The passage must have the name (CIT-5): it begins where the name is,
 * or has that sentence as its header. Null if it needs more than that.
 */
export function inOwnText(claim: ClaimTerms, found: Aligned, chunks: readonly FilledChunk[]): Aligned | null {
  const { passage } = found.check;
  const one = chunks.find(({ own }) => own.chunkId === passage?.chunkId);
  if (!passage || !one?.filled) return found;
  const span = inText(one.filled, passage);
  const header = passage.header && inText(one.filled, passage.header);
  const text = one.own.text ?? '';
  const needed = namesPutIn(one.filled, span)
    .map(({ name }) => name)
    .filter(
      (name) => isIn(claim, nameOf(one.own, name)) && !(name.start >= span.start && name.end <= span.end),
    );
  const first = Math.min(...needed.map(({ start }) => start));
  const last = Math.max(...needed.map(({ end }) => end));
  if (needed.length === 0) return placed({ ...span, header });
  if (last <= span.end && span.start - first <= NEAR)
    return placed({ ...sentenceFrom(text, first, span), header });
  if (header || needed.some(({ start }) => start !== first)) return null;
  return placed({ ...span, header: sentenceWith(text, first, last) });

  function placed(at: Parameters<typeof toPassage>[1]): Aligned {
    const { own } = one ?? { own: chunks[0]?.own };
    return own
      ? { ...found, alignment: null, check: { ...found.check, passage: toPassage(own, at) } }
      : found;
  }
}

function sentenceWith(text: string, start: number, end: number) {
  const line = text.lastIndexOf('\n', start) + 1;
  const rest = text.indexOf('\n', end);
  const lineEnd = rest === -1 ? text.length : rest;
  const sentence = splitSentences(text.slice(line, lineEnd)).find(
    (span) => line + span.start <= start && line + span.end >= end,
  );
  return sentence ? { start: line + sentence.start, end: line + sentence.end } : { start, end };
}

const sentenceFrom = (text: string, start: number, span: { start: number; end: number }) => ({
  start: Math.min(sentenceWith(text, start, start + 1).start, span.start),
  end: span.end,
});
