import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { alignClaim } from './align-claim.js';
import type { ClaimAlignment } from './align-claim.js';
import { asClearAsRead } from './as-clear-as-read.js';
import { checkQuotes } from './check-quotes.js';
import { checkTogether } from './check-together.js';
import type { ClaimCheck } from './claim-check.js';
import type { ClaimWeights } from './claim-weights.js';
import { describeDisagreement, findDisagreements } from './disagreement.js';
import { judgeClaim } from './judge-claim.js';
import { isOtherLanguage, judgeForeign } from './judge-foreign.js';
import { findInRecord, judgeByFields, withFindings } from './judge-record.js';
import { likelyPieces, LONGEST_READ } from './likely-pieces.js';
import { preparedChunk } from './prepared-chunk.js';
import { preparedClaim } from './prepared-claim.js';
import type { PreparedClaim } from './prepared-claim.js';
import type { PreparedText } from './prepared-text.js';
import { regionOf } from './region.js';
import { TermWeights } from './term-weights.js';
import { tightenPassage } from './tighten-passage.js';
import { toPassage } from './to-passage.js';
import { verbatimQuote } from './verbatim-quote.js';
import { SUPPORTED, WEAK } from './claim-check.js';

/** One source that a claim cites. */
export interface ClaimSource {
  number: number;
  /** All of it that the model saw. */
  chunks: readonly RetrievedChunk[];
}

type Span = { start: number; end: number };

interface Aligned {
  check: ClaimCheck;
  alignment: ClaimAlignment | null;
  /** The source contradicts the claim or lacks the quoted text, so another source cannot change the verdict. */
  isFinal: boolean;
}

interface WeighedClaim extends PreparedClaim {
  written: string;
  weights: ClaimWeights;
}

/**
 * Checks sentences against the text of sources (CIT-5), locally and without a model call. `chunks` are everything that
 * the model saw; they show which words are common and which ones matter.
 */
export class ClaimVerifier {
  readonly #chunks: readonly RetrievedChunk[];
  #weights: TermWeights | null = null;
  /** Cached, because a claim is often checked against one source after another. */
  #lastClaim: WeighedClaim | null = null;

  constructor(options: { chunks: readonly RetrievedChunk[] }) {
    this.#chunks = options.chunks;
  }

  /** `chunks`: all of the cited source that the model saw. */
  check(options: { claim: string; chunks: readonly RetrievedChunk[] }): ClaimCheck {
    return asClearAsRead(this.#align(this.#prepare(options.claim), options.chunks).check);
  }

  /**
   * Checks the sources of one marker group, `[1][2]` or `[1, 2]`. Each is first judged alone. If that is not enough,
   * their passages are read as one. If together they cover all of the claim, those that contribute a part that the
   * others lack are `supported` and name the others. If they cover much of it, none of those is `unsupported`.
   */
  checkGroup(options: { claim: string; sources: readonly ClaimSource[] }): ClaimCheck[] {
    const checks = this.#checkGroup(options).map(asClearAsRead);
    const isUnclear = (number: number) =>
      checks[options.sources.findIndex((source) => source.number === number)]?.verdict !== 'supported';
    return checks.map(({ together, ...check }) => {
      if (!together) return check;
      return together.some(isUnclear) ? { ...check, ...UNCLEAR_PART } : { ...check, together };
    });
  }

  #checkGroup(options: { claim: string; sources: readonly ClaimSource[] }): ClaimCheck[] {
    const { sources } = options;
    const claim = this.#prepare(options.claim);
    const aligned = sources
      .map(({ chunks }) => this.#align(claim, chunks))
      .map((one) => (sources.length > 1 ? withContradiction(claim, one) : one));
    const isOpen = ({ check, isFinal }: Aligned) => check.verdict !== 'supported' && !isFinal;
    if (sources.length < 2 || !aligned.some(isOpen)) return aligned.map(({ check }) => check);
    const joint = checkTogether(
      claim.terms,
      aligned.map(({ alignment, isFinal }) => (isFinal ? null : alignment)),
      claim.weights,
    );
    return aligned.map((one, index) => {
      if (!isOpen(one) || joint.carries[index] !== true || joint.score < WEAK) return one.check;
      const { reason, atBest: _, ...check } = one.check;
      if (joint.score < SUPPORTED || !joint.isComplete)
        return { ...check, verdict: 'weak', ...(reason !== undefined && { reason }) };
      const together = sources.flatMap(({ number }, other) =>
        other !== index && joint.carries[other] === true ? [number] : [],
      );
      return { ...check, score: joint.score, verdict: 'supported', together };
    });
  }

  #prepare(written: string): WeighedClaim {
    if (this.#lastClaim?.written === written) return this.#lastClaim;
    const claim = preparedClaim(written);
    this.#weights ??= new TermWeights(this.#chunks.map((chunk) => preparedChunk(beginningOf(chunk))));
    const { terms, isCut } = claim;
    this.#lastClaim = { terms, isCut, written, weights: this.#weights.of(terms) };
    return this.#lastClaim;
  }

  #align(claim: WeighedClaim, all: readonly RetrievedChunk[]): Aligned {
    const pieces = all.flatMap((chunk) => (chunk.text ? likelyPieces(claim.written, chunk) : []));
    const chunks = pieces.map(({ chunk }) => chunk);
    if (chunks.length === 0) return nothing('No text of this source was before the model.');
    if (claim.terms.terms.length === 0) return nothing('There is nothing in this sentence to check.');
    const place = (chunk: RetrievedChunk, span: Span & { header?: Span }) => {
      const { whole, offset } = pieces[chunks.indexOf(chunk)] ?? { whole: chunk, offset: 0 };
      const moved = ({ start, end }: Span) => ({ start: start + offset, end: end + offset });
      const { start, end } = moved(span);
      return toPassage(whole, { start, end, header: span.header && moved(span.header) });
    };
    const quoted = verbatimQuote(claim.written, chunks);
    if (quoted)
      return {
        check: { passage: place(quoted.chunk, quoted), score: 1, verdict: 'supported' },
        alignment: null,
        isFinal: true,
      };
    let best: { chunk: RetrievedChunk; alignment: ClaimAlignment } | null = null;
    for (const chunk of chunks) {
      const least = best?.alignment.score ?? -1;
      const alignment = alignClaim(claim.terms, preparedChunk(chunk), claim.weights, least);
      if (alignment && alignment.score > least) best = { chunk, alignment };
    }
    const source = chunks.map(preparedChunk);
    const isForeign = isOtherLanguage(claim.terms, best?.alignment.text ?? source[0]);
    if (!best && !isForeign)
      // `Wi-Fi` names the field `WiFi`, though they have no word in common.
      for (const [index, text] of source.entries()) {
        const findings = findInRecord(claim.terms, text);
        const decided = findings && judgeByFields(claim.terms, text, findings);
        if (!decided) continue;
        const { isFinal, span, ...judged } = decided;
        const chunk = chunks[index];
        const passage = chunk ? place(chunk, span) : null;
        return { check: { passage, ...judged, ...(isFinal && { isFinal }) }, alignment: null, isFinal };
      }
    if (!best)
      return isForeign
        ? judgeForeign({ claim: claim.terms, alignment: null, source, passage: null })
        : nothing(
            'Nothing of it is in this source.',
            source.some(({ isRecord }) => isRecord) ? NOT_IN_RECORD : 0,
          );
    const { alignment } = best;
    const missing = checkQuotes({ sentence: claim.written, chunks }).find(({ found }) => found === 'missing');
    if (isForeign && !missing) {
      const passage = place(best.chunk, tightenPassage(claim.terms, alignment));
      return { ...judgeForeign({ claim: claim.terms, alignment, source, passage }), alignment: null };
    }
    const { isFinal, span, ...judged } = judge(claim, alignment, source);
    const passage = place(best.chunk, span ?? tightenPassage(claim.terms, alignment));
    if (claim.isCut && !isFinal && judged.verdict === 'supported' && !missing)
      return { check: { passage, score: judged.score, ...TOO_LONG }, alignment, isFinal };
    if (!missing) return { check: { passage, ...judged, ...(isFinal && { isFinal }) }, alignment, isFinal };
    const score = Math.min(judged.score, 0.25);
    return {
      check: { passage, score, ...notQuoted(missing.quote), isFinal: true },
      alignment,
      isFinal: true,
    };
  }
}

/** By words; in a record by its fields, where they decide. */
function judge({ terms, weights }: WeighedClaim, alignment: ClaimAlignment, source: readonly PreparedText[]) {
  const findings = findInRecord(terms, alignment.text);
  const decided = findings && judgeByFields(terms, alignment.text, findings);
  if (decided) return decided;
  const { features: _, ...judged } = judgeClaim({
    claim: terms,
    weights,
    alignment: findings ? withFindings(alignment, findings) : alignment,
    source,
  });
  return { ...judged, span: null };
}

/** Of sentences without a single word of a record, a few are right: a record has few words. */
const NOT_IN_RECORD = 0.1;

const TOO_LONG = {
  verdict: 'weak',
  reason: 'The sentence is too long to be checked whole.',
} as const satisfies Partial<ClaimCheck>;

const UNCLEAR_PART = {
  verdict: 'weak',
  reason: 'A part of it rests on a picture that was not read clearly.',
} as const satisfies Partial<ClaimCheck>;

/** The first pages of a book are enough to tell which words are common. */
function beginningOf(chunk: RetrievedChunk): RetrievedChunk {
  const { text } = chunk;
  return text === null || text.length <= LONGEST_READ
    ? chunk
    : { ...chunk, text: text.slice(0, LONGEST_READ) };
}

/** A source that covers little of the claim may still contradict that little. */
function withContradiction(claim: WeighedClaim, one: Aligned): Aligned {
  if (one.isFinal || !one.alignment || one.check.verdict === 'supported') return one;
  const found = findDisagreements(regionOf(claim.terms, one.alignment)).find(
    ({ isCertain, kind }) => isCertain || kind === 'opposite',
  );
  if (!found) return one;
  const { atBest: _, ...check } = one.check;
  return { ...one, check: { ...check, reason: describeDisagreement(found) }, isFinal: true };
}

function notQuoted(quote: string): Pick<ClaimCheck, 'verdict' | 'reason'> {
  const words = quote.length > 80 ? `${quote.slice(0, 80)}…` : quote;
  return { verdict: 'unsupported', reason: `The quoted words “${words}” are not in this source.` };
}

function nothing(reason: string, score = 0): Aligned {
  return {
    check: { passage: null, score, verdict: 'unsupported', reason },
    alignment: null,
    isFinal: false,
  };
}
