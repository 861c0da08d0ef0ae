import type { RetrievedChunk } from '../../sources/retrieved-chunk.js';
import { sourceDate, type SourceDate } from '../claims-against.js';
import type { Passage } from '../citation.js';
import { splitSentences } from '../verify/split-sentences.js';
import { toPassage } from '../verify/to-passage.js';
import { compareStatements, type ContradictionKind } from './compare-statements.js';
import { StatementIndex } from './statement-index.js';
import { readStatement, type Statement } from './statement.js';

/** One of two sources that disagree: what it says, where, and its date. */
export interface ContradictionSide {
  itemId: string;
  title: string;
  /** E.g. `180 days`. */
  said: string;
  passage: Passage;
  date: SourceDate | null;
  knowledgeBaseId?: string;
}

/** ANS-3: two passages of different documents that contradict each other, the older one first. */
export interface Contradiction {
  kind: ContradictionKind;
  sides: [ContradictionSide, ContradictionSide];
  /** 0 to 1: how much of the two sentences is the same. */
  closeness: number;
  /** Only a reader can decide: one of the two is qualified, or about the past. */
  isOpen: boolean;
}

/** How much was searched, and whether that was everything. */
export interface ContradictionSearch {
  found: Contradiction[];
  statements: number;
  compared: number;
  /** There was more than the limit. */
  isCut: boolean;
  /** Where to continue with the same chunks if it was stopped; null if it is finished. */
  next: number | null;
}

/** A few hundred books; each statement takes a few hundred bytes. */
const MOST_STATEMENTS = 100_000;
const MOST_FOUND = 500;
/** How long it runs before yielding to other work. */
const AT_ONCE_MILLISECONDS = 12;

/**
 * Passages of different documents that disagree about a number, a date, a name or whether something is so. Uses the
 * rules of citation checking; sentences are compared only if they share rare words.
 *
 * ```ts
 * import { findContradictions } from '@ibid/core';
 *
 * const chunk = (itemId: string, text: string) => ({ itemId, chunkId: '0', title: 'Leave', text, score: 1 });
 * const { found } = await findContradictions({
 *   chunks: [chunk('old', 'Staff get 180 days of leave.'), chunk('new', 'Staff get 270 days of leave.')],
 * });
 * console.log(found[0]?.sides.map(({ said }) => said)); // ['180 days', '270 days']
 * ```
 */
export async function findContradictions(options: {
  chunks: Iterable<RetrievedChunk> | AsyncIterable<RetrievedChunk>;
  signal?: AbortSignal;
  onProgress?: (progress: { done: number; total: number }) => void;
  /** Results of a search that was stopped, and where to continue. */
  earlier?: { next: number; found: readonly Contradiction[] };
  /** The most statements to read, and the most pairs to keep. */
  mostStatements?: number;
  most?: number;
}): Promise<ContradictionSearch> {
  const mostStatements = options.mostStatements ?? MOST_STATEMENTS;
  const index = new StatementIndex();
  const giveWay = givingWay();
  let isCut = false;
  for await (const chunk of options.chunks) {
    if (options.signal?.aborted === true) break;
    if (index.size >= mostStatements) {
      isCut = true;
      break;
    }
    for (const span of splitSentences(chunk.text ?? '')) {
      const statement = readStatement(chunk, span);
      if (statement) index.add(statement);
      await giveWay();
    }
  }
  const found = new Map((options.earlier?.found ?? []).map((one) => [keyOf(one), one]));
  const total = index.size;
  let compared = 0;
  let at = options.earlier?.next ?? 0;
  for (; at < total && options.signal?.aborted !== true; at++) {
    if (await giveWay()) options.onProgress?.({ done: at, total });
    for (const [one, other] of index.partnersOf(at)) {
      await giveWay();
      compared++;
      const difference = compareStatements(one, other);
      if (!difference) continue;
      const { kind, closeness, isOpen, said } = difference;
      const sides = olderFirst(sideOf(one, said[0]), sideOf(other, said[1]));
      const contradiction: Contradiction = { kind, sides, closeness, isOpen };
      const key = keyOf(contradiction);
      if ((found.get(key)?.closeness ?? -1) < closeness) found.set(key, contradiction);
    }
  }
  options.onProgress?.({ done: Math.min(at, total), total });
  const most = options.most ?? MOST_FOUND;
  const sorted = withoutForms([...found.values()]).toSorted(
    (one, other) => Number(one.isOpen) - Number(other.isOpen) || other.closeness - one.closeness,
  );
  return {
    found: sorted.slice(0, most),
    statements: total,
    compared,
    isCut: isCut || sorted.length > most,
    next: options.signal?.aborted === true ? at : null,
  };
}

/** Yields to other work when it is time; true if it did. */
function givingWay(): () => Promise<boolean> | false {
  let since = performance.now();
  return () =>
    performance.now() - since > AT_ONCE_MILLISECONDS &&
    new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve(true);
      }),
    );
}

function sideOf({ chunk, span }: Statement, said: string): ContradictionSide {
  return {
    itemId: chunk.itemId,
    title: chunk.title,
    said,
    passage: toPassage(chunk, span),
    date: dateOf(chunk),
    ...(chunk.knowledgeBaseId !== undefined && { knowledgeBaseId: chunk.knowledgeBaseId }),
  };
}

const TITLE_DATE = /(?<![\d.,])(?:19|20)\d{2}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?![\d,])/;

/** The date that the document names, or the year in its title; otherwise the date of its file, or when it was added. */
function dateOf({ metadata, title }: RetrievedChunk): SourceDate | null {
  const isNamed = ['date', 'published'].some((key) => typeof metadata?.[key] === 'string');
  const year = isNamed ? undefined : TITLE_DATE.exec(title)?.[0];
  return year === undefined ? sourceDate(metadata) : { value: year, of: 'document' };
}

/** With equal or missing dates, ordered by title, so the same pair always reads the same. */
function olderFirst(one: ContradictionSide, other: ContradictionSide): Contradiction['sides'] {
  const day = ({ date }: ContradictionSide) => date?.value.slice(0, 10) ?? '';
  const isDated = one.date !== null && other.date !== null && day(one) !== day(other);
  const isTurned = isDated ? day(one) > day(other) : one.title > other.title;
  return isTurned ? [other, one] : [one, other];
}

/** With this many documents that each say something else it may be a form; from `FORM` on it is one. */
const MAYBE_FORM = 2;
const FORM = 3;

/**
 * `The annual fee is …` in many contracts, each with its own figure, is a form that was filled in, not a dispute.
 * Detected by a sentence that disagrees with documents of unrelated titles, each of which says something else.
 */
function withoutForms(all: readonly Contradiction[]): Contradiction[] {
  const saidBy = new Map<string, Set<string>>();
  const placeOf = ({ itemId, passage }: ContradictionSide) => `${itemId}\n${passage.text}`;
  for (const { sides } of all) {
    const [one, other] = sides;
    if (haveWordInCommon(one.title, other.title)) continue;
    for (const [side, against] of [sides, [other, one]] as const) {
      const known = saidBy.get(placeOf(side)) ?? new Set();
      saidBy.set(placeOf(side), known.add(against.said.toLowerCase()));
    }
  }
  return all.flatMap((one) => {
    const most = Math.max(...one.sides.map((side) => saidBy.get(placeOf(side))?.size ?? 0));
    if (most >= FORM) return [];
    return most >= MAYBE_FORM ? [{ ...one, isOpen: true }] : [one];
  });
}

function haveWordInCommon(one: string, other: string): boolean {
  const words = (title: string) => title.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const theirs = new Set(words(other));
  return words(one).some((word) => theirs.has(word));
}

/** Chunks overlap, so the same sentence occurs twice. Copies of a document disagree with the same others. */
function keyOf({ kind, sides }: Contradiction): string {
  return JSON.stringify([
    kind,
    ...sides.map(({ itemId, passage }) => `${itemId}\n${passage.text}`).toSorted(),
  ]);
}
