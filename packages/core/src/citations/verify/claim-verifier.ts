import type { RetrievedChunk } from '../../references/retrieved-chunk.js';
import type { Passage } from '../citation.js';
import { bestPassage, type PassageCandidate } from './best-passage.js';
import type { ClaimCheck } from './claim-check.js';
import { claimTerms, type ClaimTerm } from './claim-terms.js';
import { prepareText, type PreparedText } from './prepared-text.js';
import { TermWeights } from './term-weights.js';

/** Texts are prepared once, however many sentences, steps and turns cite them. */
const prepared = new WeakMap<RetrievedChunk, PreparedText>();

function preparedText(chunk: RetrievedChunk): PreparedText {
  const known = prepared.get(chunk);
  if (known) return known;
  const text = prepareText(chunk.text ?? '');
  prepared.set(chunk, text);
  return text;
}

/**
 * Checks sentences against the text of sources (CIT-5): local, no model call. `chunks` are all that the model saw;
 * they tell which words are common among them and which ones matter.
 */
export class ClaimVerifier {
  readonly #chunks: readonly RetrievedChunk[];
  #weights: TermWeights | null = null;

  constructor(options: { chunks: readonly RetrievedChunk[] }) {
    this.#chunks = options.chunks;
  }

  /** `chunks`: all of the cited source that the model saw. */
  check(options: { claim: string; chunks: readonly RetrievedChunk[] }): ClaimCheck {
    const chunks = options.chunks.filter((chunk) => chunk.text);
    if (chunks.length === 0)
      return {
        passage: null,
        score: 0,
        verdict: 'unsupported',
        reason: 'No text of this source was before the model.',
      };
    this.#weights ??= new TermWeights(this.#chunks.map(preparedText));
    const weights = this.#weights;
    const terms = claimTerms(options.claim);
    let best: { chunk: RetrievedChunk; candidate: PassageCandidate } | null = null;
    for (const chunk of chunks) {
      const candidate = bestPassage(preparedText(chunk), terms, (term) => weights.weight(term));
      if (candidate && candidate.coverage > (best?.candidate.coverage ?? 0)) best = { chunk, candidate };
    }
    if (!best)
      return { passage: null, score: 0, verdict: 'unsupported', reason: 'Nothing of it is in this source.' };
    const { chunk, candidate } = best;
    return { passage: toPassage(chunk, candidate), ...judge(candidate, terms) };
  }
}

function judge(candidate: PassageCandidate, terms: readonly ClaimTerm[]): Omit<ClaimCheck, 'passage'> {
  const missing = terms.filter(({ term, kind }) => kind !== 'word' && !candidate.found.has(term));
  const score = Math.max(0, candidate.coverage - 0.15 * missing.length);
  if (score >= 0.55 && missing.length === 0) return { score, verdict: 'supported' };
  const words = missing.map(({ written }) => `“${written}”`).join(', ');
  const reason = words ? `The passage does not mention ${words}.` : 'The passage says only part of it.';
  return { score, verdict: score >= 0.3 ? 'weak' : 'unsupported', reason };
}

function toPassage(chunk: RetrievedChunk, { text, first, last }: PassageCandidate): Passage {
  const start = text.sentences[first]?.start ?? 0;
  const end = text.sentences[last]?.end ?? text.text.length;
  return {
    chunkId: chunk.chunkId,
    start,
    end,
    text: text.text.slice(start, end),
    ...(chunk.span && { itemSpan: { start: chunk.span.start + start, end: chunk.span.start + end } }),
    ...(chunk.page !== undefined && { page: chunk.page }),
  };
}
