import { ClaimVerifier, readTokens, splitSentences, toPassage } from '@ibid/core/internal';
import type { Passage, RetrievedChunk, TextToken } from '@ibid/core/internal';
import { isContractTerm } from './asked-alike.js';
import { chunkPlace, type Chunk, type Item } from '../knowledge/index.js';

/** What a cell can quote: a sentence, a list item, a table row or a named value. */
export interface EvidenceSentence {
  chunk: RetrievedChunk;
  /** Character offsets within the chunk. */
  start: number;
  end: number;
  text: string;
  /** Starts with a label, as in `Rent. £2,350 a month.` */
  isLabelled: boolean;
  /** For a row: its cells, and its column names if the table has a header. */
  cells: readonly string[] | null;
  header: { names: readonly string[]; start: number; end: number } | null;
  tokens: readonly TextToken[];
  terms: ReadonlySet<string>;
  /** Terms of title, headings and column names. */
  context: ReadonlySet<string>;
  /** The chunk reduced to this sentence, for the claim check. */
  alone: RetrievedChunk;
}

/** Longer pieces are text without full stops, not sentences. */
const LONGEST = 700;
const NAMED_VALUE = /\n(?=[^\S\n]*(?:[-*+•]\s+)?\p{L}[^.!?:\n|]{0,40}:\s+\S)/gu;

/** The parts of a document used to fill cells, parsed once for all columns. */
export class EvidenceDocument {
  readonly title: string;
  readonly chunks: readonly RetrievedChunk[];
  readonly sentences: readonly EvidenceSentence[];
  readonly verifier: ClaimVerifier;
  /** It calls itself a contract, lease or policy, so "the contract" in a question means this document. */
  readonly isContract: boolean;
  readonly #holders = new Map<string, number>();

  constructor(options: { item: Pick<Item, 'id' | 'title'>; chunks: readonly Chunk[] }) {
    const { item } = options;
    this.title = item.title;
    this.chunks = options.chunks.map((chunk) => ({
      itemId: item.id,
      chunkId: chunk.id,
      title: item.title,
      text: chunk.text,
      score: null,
      ...chunkPlace(chunk),
    }));
    this.sentences = this.chunks.flatMap((chunk) => sentencesOf(chunk));
    this.isContract = isContract(this.title, this.chunks);
    this.verifier = new ClaimVerifier({ chunks: this.chunks });
    for (const { terms } of this.sentences)
      for (const term of terms) this.#holders.set(term, (this.#holders.get(term) ?? 0) + 1);
  }

  /** How well a word distinguishes sentences. A word that is everywhere distinguishes nothing. */
  weightOf(term: string): number {
    const count = this.sentences.length;
    return Math.log(1 + (count + 1) / ((this.#holders.get(term) ?? 0) + 0.5));
  }
}

const CALLS_ITSELF = /\b(?:this|the|dieser|diese|der|die)\s+(\p{L}+)/giu;

function isContract(title: string, chunks: readonly RetrievedChunk[]): boolean {
  const isOne = (text: string) => readTokens(text).some(({ term }) => isContractTerm(term));
  return (
    isOne(title) ||
    chunks.some(
      ({ text, headingPath }) =>
        isOne((headingPath ?? []).join('\n')) ||
        [...(text ?? '').matchAll(CALLS_ITSELF)].some(([, word = '']) => isOne(word)),
    )
  );
}

export function passageOf(
  sentence: EvidenceSentence,
  span = sentence as { start: number; end: number },
): Passage {
  const { chunk, header } = sentence;
  const { start, end } = span;
  return toPassage(chunk, {
    start,
    end,
    header: header ? { start: header.start, end: header.end } : undefined,
  });
}

function sentencesOf(chunk: RetrievedChunk): EvidenceSentence[] {
  const text = chunk.text ?? '';
  const found: EvidenceSentence[] = [];
  let heading = headingOf(chunk);
  let header: EvidenceSentence['header'] = null;
  let previousRow: { start: number; end: number } | null = null;
  for (const { start, end } of pieces(text)) {
    const piece = text.slice(start, end);
    const isRow = piece.startsWith('|');
    if (!isRow) [header, previousRow] = [null, null];
    if (/^#{1,6}\s/u.test(piece)) {
      heading = `${heading}\n${piece}`;
      continue;
    }
    if (isRow && /^\|?[\s:|-]+\|?$/u.test(piece)) {
      // The row above the rule is the header, not data.
      if (previousRow) {
        header = { names: cellsOf(text.slice(previousRow.start, previousRow.end)), ...previousRow };
        found.pop();
      }
      continue;
    }
    if (isRow) previousRow = { start, end };
    if (!/[\p{L}\p{N}]/u.test(piece)) continue;
    found.push(sentenceAt(chunk, { start, end }, { heading, header }));
  }
  return found;
}

/** A span of a chunk as a sentence to quote. */
export function sentenceAt(
  chunk: RetrievedChunk,
  { start, end }: { start: number; end: number },
  place: { heading: string; header: EvidenceSentence['header'] } = {
    heading: headingOf(chunk),
    header: null,
  },
): EvidenceSentence {
  const { header } = place;
  const whole = chunk.text ?? '';
  const text = whole.slice(start, end);
  const tokens = readTokens(text);
  const context = [place.heading, ...(header?.names ?? [])].join('\n');
  return {
    chunk,
    start,
    end,
    text,
    isLabelled: LABELLED.test(text),
    cells: text.startsWith('|') ? cellsOf(text) : null,
    header,
    tokens,
    terms: new Set(tokens.map(({ term }) => term)),
    context: new Set(readTokens(context).map(({ term }) => term)),
    alone: aloneOf(chunk, { start, end }, header ? `${whole.slice(header.start, header.end)}\n|---|\n` : ''),
  };
}

/** Keeps only the doubtful OCR ranges inside the span, moved to their new offsets. */
function aloneOf(
  chunk: RetrievedChunk,
  { start, end }: { start: number; end: number },
  before: string,
): RetrievedChunk {
  const alone = { ...chunk, text: before + (chunk.text ?? '').slice(start, end) };
  if (!chunk.ocr) return alone;
  const by = before.length - start;
  const doubtful = chunk.ocr.doubtful
    .filter(([from = 0, to = 0]) => from < end && to > start)
    .map(([from = 0, to = 0]) => [Math.max(from, start) + by, Math.min(to, end) + by]);
  return { ...alone, ocr: { ...chunk.ocr, doubtful } };
}

function headingOf({ title, headingPath }: RetrievedChunk): string {
  return [title, ...(headingPath ?? [])].join('\n');
}

function cellsOf(row: string): string[] {
  return row
    .replaceAll(/^\s*\||\|\s*$/gu, '')
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Sentences, cut further at table rows and named values, and where they are too long to quote. */
function* pieces(text: string): Generator<{ start: number; end: number }> {
  for (const { start, end } of withLabels(text)) {
    const whole = text.slice(start, end);
    const breaks = /^\||\n\s*[|#]/u.test(whole)
      ? [...whole.matchAll(/\n/gu)].map(({ index }) => index)
      : [...whole.matchAll(NAMED_VALUE)].map(({ index }) => index);
    let from = 0;
    for (const at of [...breaks, whole.length]) {
      yield* shortened(text, start + from, start + at);
      from = at + 1;
    }
  }
}

/** `Rent. £2,350 a month.`: a paragraph opening without a verb is a label, and is quoted with what follows. */
const LABEL =
  /^(?:[-*+•]\s+|\(?[\da-z]{1,3}[.)]\s+)?(?:\*\*|__)?\p{Lu}[\p{L}-]*(?:\s+[\p{L}-]+){0,2}\.(?:\*\*|__)?$/u;
const LABELLED = new RegExp(LABEL.source.replace(/\$$/u, String.raw`\s+\S`), 'u');
/** A short sentence is not a label: `It leaks.`, `Work has begun.` */
const SAYS =
  /^(?:it|he|she|they|we|i|you|this|that|there|er|sie|es|wir|ich|das)\b|\b(?:is|are|was|were|has|have|had|may|must|can|will|shall|ist|sind|war|hat|wird|\p{L}{2,}ed)\b/iu;

function withLabels(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let label: { start: number; end: number } | null = null;
  for (const { start, end } of splitSentences(text)) {
    if (label) {
      const isBeside = !text.slice(label.end, start).includes('\n');
      if (!isBeside) found.push(label);
      found.push({ start: isBeside ? label.start : start, end });
      label = null;
      continue;
    }
    const own = text.slice(start, end).trim();
    const opens = start === 0 || /\n\s*$/u.test(text.slice(0, start));
    const isLabel = opens && own.length <= 40 && LABEL.test(own) && (own.includes('**') || !SAYS.test(own));
    if (isLabel) label = { start, end };
    else found.push({ start, end });
  }
  if (label) found.push(label);
  return found;
}

function* shortened(text: string, from: number, to: number): Generator<{ start: number; end: number }> {
  let start = from;
  while (start < to && /\s/u.test(text.charAt(start))) start += 1;
  while (to - start > LONGEST) {
    const cut = text.lastIndexOf(' ', start + LONGEST);
    const end = cut > start ? cut : start + LONGEST;
    yield { start, end };
    start = cut > start ? end + 1 : end;
  }
  if (to > start) yield { start, end: to };
}
