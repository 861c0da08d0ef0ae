import { withFields } from '../../messages/with-fields.js';
import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { alignClaim } from './align-claim.js';
import type { ClaimAlignment } from './align-claim.js';
import { asClearAsRead } from './as-clear-as-read.js';
import { checkQuotes } from './check-quotes.js';
import { checkTogether } from './check-together.js';
import type { ClaimCheck } from './claim-check.js';
import type { ClaimWeights } from './claim-weights.js';
import { asDefined, definedNames } from './defined-names.js';
import { describeDisagreement, findDisagreements } from './disagreement.js';
import { judgeClaim } from './judge-claim.js';
import { isOtherLanguage, judgeForeign } from './judge-foreign.js';
import { halvesOfClaim } from './halves-of-claim.js';
import { findInRecord, judgeByFields, withFindings } from './judge-record.js';
import { isInPlace } from './lead-of-claim.js';
import { likelyPieces, LONGEST_READ } from './likely-pieces.js';
import { preparedChunk } from './prepared-chunk.js';
import { preparedClaim } from './prepared-claim.js';
import type { PreparedClaim } from './prepared-claim.js';
import type { PreparedText } from './prepared-text.js';
import { bothOf, byDefinition, isInTable, RANK, SAYS_OF_CELL, type Aligned } from './read-another-way.js';
import { regionOf } from './region.js';
import { filledChunk, hasNamesPutIn, inOwnText, mayBeNamed } from './with-names.js';
import { TermWeights } from './term-weights.js';
import { tightenPassage } from './tighten-passage.js';
import { toPassage } from './to-passage.js';
import { verbatimLine, verbatimQuote } from './verbatim-quote.js';
import { SUPPORTED, WEAK } from './claim-check.js';

/** One source that a claim cites. */
export interface ClaimSource {
  number: number;
  /** All of it that the model saw. */
  chunks: readonly RetrievedChunk[];
}

type Span = { start: number; end: number };

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
    return (this.#lastClaim = this.#weigh(written));
  }

  #weigh(written: string): WeighedClaim {
    const prepared = preparedClaim(written);
    this.#weights ??= new TermWeights(this.#chunks.map((chunk) => preparedChunk(beginningOf(chunk))));
    return withFields(prepared, { written, weights: this.#weights.of(prepared.terms) });
  }

  /** A compound claim is supported if each of its statements is, near the other. */
  #align(claim: WeighedClaim, all: readonly RetrievedChunk[], depth = 0): Aligned {
    const whole = this.#alignRow(claim, all);
    if (depth > 1 || (whole.check.verdict === 'supported' && !whole.alignment)) return whole;
    const halves = halvesOfClaim(claim.terms, (text) => preparedClaim(text).terms);
    if (!halves || checkQuotes({ sentence: claim.written, chunks: all }).length > 0) return whole;
    const [one, two] = halves.map((half) => this.#align(this.#weigh(half), all, depth + 1));
    if (!one || !two) return whole;
    if (whole.check.verdict !== 'supported') return bothOf(one, two, all) ?? whole;
    const open = [one, two].find(({ check }) => check.verdict !== 'supported');
    const reason = open?.check.reason;
    return reason === undefined ? whole : { ...whole, check: { ...whole.check, verdict: 'weak', reason } };
  }

  /** A row says `rye loaf, 750 g` without the verb of `The rye loaf weighs 750 g`. */
  #alignRow(claim: WeighedClaim, all: readonly RetrievedChunk[]): Aligned {
    const whole = this.#alignDefined(claim, all);
    if (whole.check.verdict === 'supported' || !whole.alignment || whole.alignment.text.tables.length === 0)
      return whole;
    const bare = claim.written.replace(SAYS_OF_CELL, ' ');
    if (bare === claim.written) return whole;
    const other = this.#alignDefined(this.#weigh(bare), all);
    return other.check.verdict === 'supported' && isInTable(other) ? other : whole;
  }

  /** `Harbour Estates must repair it` is also read as `The Landlord must repair it` if the source calls it so. */
  #alignDefined(claim: WeighedClaim, all: readonly RetrievedChunk[]): Aligned {
    const plain = this.#alignFilled(claim, all);
    if (isQuoted(plain)) return plain;
    for (const chunk of all) {
      if (!chunk.text?.includes('(')) continue;
      const renamed = asDefined(claim.written, definedNames(preparedChunk(beginningOf(chunk))));
      if (!renamed) continue;
      const other = this.#alignFilled(this.#weigh(renamed.claim), all);
      return byDefinition({ plain, other, definitions: renamed.used, chunk });
    }
    return plain;
  }

  /** A claim that is not supported as it stands is compared again with the names where the text has `she` or `you`. */
  #alignFilled(claim: WeighedClaim, all: readonly RetrievedChunk[]): Aligned {
    const plain = this.#alignWritten(claim, all);
    if (isQuoted(plain)) return plain;
    const isSupported = plain.check.verdict === 'supported';
    const isNamed = mayBeNamed(claim.terms, all);
    if (!isNamed && !(isSupported && hasNamesPutIn(plain.check.passage, all))) return plain;
    const filled = all.map(filledChunk);
    const other = this.#alignWritten(
      claim,
      filled.map(({ chunk }) => chunk),
    );
    if (RANK[other.check.verdict] >= RANK[plain.check.verdict]) {
      const isBetter = RANK[other.check.verdict] > RANK[plain.check.verdict];
      return isNamed && (isBetter || isSupported) ? (inOwnText(claim.terms, other, filled) ?? plain) : plain;
    }
    // It is about another person than the one that the passage means.
    const { reason } = other.check;
    return !isSupported || reason === undefined
      ? plain
      : { ...plain, check: { ...plain.check, verdict: 'weak', reason } };
  }

  #alignWritten(claim: WeighedClaim, all: readonly RetrievedChunk[]): Aligned {
    const pieces = all.flatMap((chunk) => (chunk.text ? likelyPieces(claim.written, chunk) : []));
    const chunks = pieces.map(({ chunk }) => chunk);
    if (chunks.length === 0) return nothing('There is no text of this source to check the claim against.');
    if (claim.terms.terms.length === 0) return nothing('There is nothing in this sentence to check.');
    const place = (chunk: RetrievedChunk, span: Span & { header?: Span }) => {
      const { whole, offset } = pieces[chunks.indexOf(chunk)] ?? { whole: chunk, offset: 0 };
      const moved = ({ start, end }: Span) => ({ start: start + offset, end: end + offset });
      const { start, end } = moved(span);
      return toPassage(whole, { start, end, header: span.header && moved(span.header) });
    };
    const quoted = verbatimQuote(claim.written, chunks) ?? verbatimLine(claim.written, chunks);
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
    if (claim.place !== null && judged.verdict === 'supported') {
      const at = span?.start ?? tightenPassage(claim.terms, alignment).start;
      if (!isInPlace(alignment.text.text, at, claim.place))
        return {
          check: { passage, score: judged.score, ...elsewhere(claim.place) },
          alignment,
          isFinal: false,
        };
    }
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

/** Nothing but words of the source, which say what they say whatever their names stand for. */
const isQuoted = ({ check, alignment, isFinal }: Aligned) =>
  check.verdict === 'supported' && isFinal && alignment === null;

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
  return withFields(judged, { span: null });
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

const elsewhere = (place: string): Pick<ClaimCheck, 'verdict' | 'reason'> => ({
  verdict: 'weak',
  reason: `The passage is not in “${place}”.`,
});

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
