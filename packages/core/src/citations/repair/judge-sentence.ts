import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import type { Source } from '../../sources/source.js';
import { AnswerCitations } from '../answer-citations.js';
import { answerClaims, type ClaimVerdict } from '../answer-claims.js';
import { readCitations } from '../check-citations.js';
import type { Citation } from '../citation.js';

/** The rank of each verdict: a repair must improve it. */
export const WORTH: Record<ClaimVerdict, number> = {
  unsupported: 0,
  unknown: 0,
  uncited: 0,
  gone: 0,
  weak: 1,
  supported: 2,
};

/** CIT-8: judges a rewritten sentence by the normal check; the worst of its claims counts. */
export function judgeSentence(options: {
  sentence: string;
  sourceByNumber: (number: number) => Source | undefined;
  chunks: ReadonlyMap<number, readonly RetrievedChunk[]>;
  idPrefix: string;
}): { citations: Citation[]; worth: number } {
  const reader = new AnswerCitations({
    sourceByNumber: options.sourceByNumber,
    shownChunks: options.chunks,
    idPrefix: options.idPrefix,
  });
  const citations = readCitations(reader, options.sentence);
  const claims = answerClaims({ text: options.sentence, citations });
  const worth = claims.length === 0 ? 0 : Math.min(...claims.map(({ verdict }) => WORTH[verdict]));
  return { citations, worth };
}

const SENTENCE_END = /[.!?…。！？]*["'”’»)*_]*$/u;

/** Adds a marker to a sentence that has none, before the final full stop. */
export function withMarker(sentence: string, number: number): string {
  const end = SENTENCE_END.exec(sentence)?.index ?? sentence.length;
  return `${sentence.slice(0, end).trimEnd()} [${number}]${sentence.slice(end)}`;
}
