import type { RetrievedChunk } from '../../references/retrieved-chunk.js';
import { alignClaim, type ClaimAlignment } from './align-claim.js';
import { checkQuotes } from './check-quotes.js';
import type { ClaimCheck } from './claim-check.js';
import { claimTerms } from './claim-terms.js';
import { cleanClaim } from './clean-claim.js';
import { judgeClaim } from './judge-claim.js';
import { preparedChunk } from './prepared-chunk.js';
import { splitSentences } from './split-sentences.js';
import { TermWeights } from './term-weights.js';
import { tightenPassage } from './tighten-passage.js';
import { toPassage } from './to-passage.js';

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
    if (chunks.length === 0) return nothing('No text of this source was before the model.');
    this.#weights ??= new TermWeights(this.#chunks.map(preparedChunk));
    const cleaned = cleanClaim(options.claim);
    const claim = claimTerms(cleaned);
    if (claim.terms.length === 0) return nothing('There is nothing in this sentence to check.');
    const weight = (term: string) => this.#weights?.weight(term) ?? 1;
    const total = claim.terms.reduce((sum, { term }) => sum + weight(term), 0);
    let best: { chunk: RetrievedChunk; alignment: ClaimAlignment } | null = null;
    for (const chunk of chunks) {
      const alignment = alignClaim(claim, preparedChunk(chunk), { weight, total });
      if (alignment && alignment.score > (best?.alignment.score ?? -1)) best = { chunk, alignment };
    }
    if (!best) return nothing('Nothing of it is in this source.');
    const source = chunks.map(preparedChunk);
    const judged = judgeClaim({ terms: claim.terms, alignment: best.alignment, source });
    const claimSentences = splitSentences(cleaned).length;
    const span = tightenPassage({ claim: claim.tokens, claimSentences, alignment: best.alignment });
    const passage = toPassage(best.chunk, span);
    const missing = checkQuotes({ sentence: options.claim, chunks }).find(({ found }) => found === 'missing');
    if (missing) return { passage, score: Math.min(judged.score, 0.25), ...notQuoted(missing.quote) };
    return { passage, ...judged };
  }
}

function notQuoted(quote: string): Pick<ClaimCheck, 'verdict' | 'reason'> {
  const words = quote.length > 80 ? `${quote.slice(0, 80)}…` : quote;
  return { verdict: 'unsupported', reason: `The quoted words “${words}” are not in this source.` };
}

function nothing(reason: string): ClaimCheck {
  return { passage: null, score: 0, verdict: 'unsupported', reason };
}
