import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import type { ClaimToken } from './claim-token.js';
import { preparedChunk } from './prepared-chunk.js';
import { tokenizeClaim } from './tokenize-claim.js';

/** A quotation, and whether the cited source contains it. */
export interface QuoteCheck {
  quote: string;
  /** `near`: all but a few words, in order; `missing`: not in any chunk of the source. */
  found: 'exact' | 'near' | 'missing';
  place: { chunkId: string; start: number; end: number } | null;
}

/** Shorter ones are names, terms or irony, not quotations. */
const MIN_WORDS = 4;
/** Share of a quote's words that must occur together in the source, in order. */
const NEAR = 0.85;

const QUOTED =
  /"([^"\n]{8,600})"|“([^”\n]{8,600})”|„([^“”\n]{8,600})[“”]|«([^»\n]{8,600})»|「([^」\n]{4,600})」|『([^』\n]{4,600})』/g;

/** A question is the reader's own, and text with outer spaces lies between two quotations. */
const isNoQuotation = (quote: string) => /^\s|\s$|\?$/.test(quote);

/** Table cells count as a quotation even if they are few. */
const leastWords = (quote: string) => (quote.includes(' | ') ? 2 : MIN_WORDS);

/** Quick test, because most sentences quote nothing. */
const QUOTATION_MARK = /["“„«「『]/;

/** The quotations in a sentence, without quotation marks. */
function quotesIn(sentence: string): string[] {
  if (!QUOTATION_MARK.test(sentence)) return [];
  return Array.from(
    sentence.matchAll(QUOTED),
    (match) => match.slice(1).find((text) => text !== undefined) ?? '',
  ).filter((quote) => !isNoQuotation(quote) && tokenizeClaim(quote).length >= leastWords(quote));
}

/** CIT-5: quoted text must occur, exactly or nearly, in the cited source. */
export function checkQuotes(options: { sentence: string; chunks: readonly RetrievedChunk[] }): QuoteCheck[] {
  return quotesIn(options.sentence).map((quote) => {
    // An ellipsis omits words: the parts are searched one by one, and the weakest result counts.
    const parts = quote.split(/\s*(?:\[?(?:\.{3}|…)\]?)\s*/).filter((part) => tokenizeClaim(part).length > 1);
    const checks = (parts.length > 1 ? parts : [quote]).map((part) => checkPart(part, options.chunks));
    const order = ['missing', 'near', 'exact'] as const;
    const worst = order.find((kind) => checks.some(({ found }) => found === kind)) ?? 'missing';
    return { quote, found: worst, place: worst === 'missing' ? null : (checks[0]?.place ?? null) };
  });
}

function checkPart(part: string, chunks: readonly RetrievedChunk[]): Omit<QuoteCheck, 'quote'> {
  const words = tokenizeClaim(part).map(({ term }) => term);
  let best: { share: number; place: QuoteCheck['place'] } = { share: 0, place: null };
  for (const chunk of chunks) {
    const { tokens } = preparedChunk(chunk);
    for (let start = 0; start < tokens.length; start++) {
      const term = asQuoted(tokens[start], words);
      if (term !== words[0] && term !== words[1]) continue;
      const run = tokens.slice(start, start + Math.ceil(words.length * 1.2) + 1);
      const { length, last } = commonInOrder(
        words,
        run.map((token) => asQuoted(token, words)),
      );
      const share = length / words.length;
      // All words, found from one word too early, may still be found exactly.
      if (share < best.share || (share === best.share && share < 1)) continue;
      const place = { chunkId: chunk.chunkId, start: tokens[start]?.start ?? 0, end: run[last]?.end ?? 0 };
      const text = chunk.text?.slice(place.start, place.end) ?? '';
      if (share === 1 && plain(text) === plain(part)) return { found: 'exact', place };
      if (share > best.share) best = { share, place };
    }
  }
  return best.share >= NEAR ? { found: 'near', place: best.place } : { found: 'missing', place: null };
}

/** A table figure carries the unit of its column, but a quoted row has only the cell's text. */
function asQuoted(token: ClaimToken | undefined, words: readonly string[]): string | undefined {
  return token?.amount && !words.includes(token.term) ? String(token.amount.written) : token?.term;
}

/** Only letters and digits count, because quotation marks, spaces and capitals vary too easily. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();

/** Length of the longest common subsequence, and the last index of `run` in it. */
function commonInOrder(
  words: readonly string[],
  run: readonly (string | undefined)[],
): { length: number; last: number } {
  let previous = Array.from(run, () => 0).concat(0);
  for (const word of words) {
    const row = [0];
    for (let index = 0; index < run.length; index++)
      row.push(
        run[index] === word
          ? (previous[index] ?? 0) + 1
          : Math.max(previous[index + 1] ?? 0, row[index] ?? 0),
      );
    previous = row;
  }
  const length = previous.at(-1) ?? 0;
  return { length, last: Math.max(0, previous.indexOf(length) - 1) };
}
