import { askedKind, holdsKind } from './asked-kind.js';
import { askedWords } from './asked-words.js';
import { nearestTerm } from './nearest-term.js';
import type { PromptDocument } from './read-prompt.js';
import { splitSentences } from './split-sentences.js';

export interface SelectedSentence {
  text: string;
  number: number;
  /** Of the document, where the text says nothing without it; null otherwise. */
  title: string | null;
  /** 0 to 1: how much of the question it answers, by its words or by its meaning. */
  strength: number;
}

export interface SelectSentencesOptions {
  question: string;
  /** What the question follows up on: its words count too, but less. */
  before?: string;
  documents: readonly PromptDocument[];
  /** Index terms of a text: normalised and stemmed. */
  terms: (text: string) => string[];
  /** Similarity of each text to the question, -1 to 1, where an embedder is at hand. */
  similarity?: (texts: readonly string[]) => Promise<number[]>;
  most: number;
}

interface Candidate {
  text: string;
  heading: string;
  title: string;
  isFragment: boolean;
  number: number;
  rank: number;
  index: number;
  document: number;
  terms: Set<string>;
  /** Of title, heading and columns. */
  context: Set<string>;
  lexical: number;
  score: number;
}

/** Below this the evidence does not answer the question. */
const WEAK_EVIDENCE = 0.34;
const RESCORED = 48;
/** What a sentence keeps of its score that lacks the date, number, name or place that was asked for. */
const WITHOUT_THE_KIND = 0.7;
/** What a word of the question before counts in a follow-up. */
const EARLIER_SHARE = 0.6;
const OPENS_WITH_PRONOUN =
  /^(?:it|its|they|their|these|this|those|he|she|his|her|er|sie|es|diese[rs]?|il|elle|ils|elles|ce|esto|esta|ellos)\b/iu;

/** The sentences that answer best, best first; empty when the evidence is weak. */
export async function selectSentences(options: SelectSentencesOptions): Promise<SelectedSentence[]> {
  const candidates = collect(options);
  const known = new Set(candidates.flatMap((candidate) => [...candidate.terms, ...candidate.context]));
  const asked = termsOf(options, options.question, known);
  const earlier = termsOf(options, options.before ?? '', known).filter((term) => !asked.includes(term));
  const all = [...asked, ...earlier];
  if (all.length === 0) return [];
  const weights = weigh(all, candidates);
  for (const term of earlier) weights.set(term, (weights.get(term) ?? 0) * EARLIER_SHARE);
  const kind = askedKind(options.question);
  const total = all.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);

  for (const candidate of candidates) {
    let covered = 0;
    for (const term of all) {
      const weight = weights.get(term) ?? 0;
      // A word of the title or heading counts, but less than one of the sentence itself.
      if (candidate.terms.has(term)) covered += weight;
      else if (candidate.context.has(term)) covered += weight * 0.6;
    }
    candidate.lexical = total > 0 ? covered / total : 0;
    candidate.score = candidate.lexical * lengthFactor(candidate.terms.size) + 0.12 / (1 + candidate.rank);
    // "When" is answered by what has a date: words alone would prefer a caption that repeats the question.
    if (kind !== null && !holdsKind(candidate.text, kind)) candidate.score *= WITHOUT_THE_KIND;
  }
  candidates.sort(byScore);

  if (options.similarity) {
    const best = candidates.slice(0, RESCORED);
    const similarities = await options.similarity(best.map(inItsPlace));
    for (const [position, candidate] of best.entries()) {
      const semantic = Math.max(0, ((similarities[position] ?? 0) - 0.2) / 0.6);
      const holds = kind === null || holdsKind(candidate.text, kind);
      candidate.score = 0.5 * candidate.score + 0.5 * semantic * (holds ? 1 : WITHOUT_THE_KIND);
      candidate.lexical = Math.max(candidate.lexical, semantic);
    }
    candidates.sort(byScore);
  }

  const top = candidates[0];
  if (!top || top.lexical < WEAK_EVIDENCE) return [];
  return withAntecedents(pick(candidates, top, options.most), candidates);
}

function collect({ documents, terms }: SelectSentencesOptions): Candidate[] {
  return documents.flatMap((document, position) =>
    splitSentences(document.contents).map((sentence) => ({
      text: sentence.text,
      heading: sentence.heading,
      title: document.title,
      isFragment: sentence.isFragment,
      number: document.number,
      rank: document.rank,
      index: sentence.index,
      document: position,
      terms: new Set(terms(sentence.text)),
      context: new Set(terms(`${document.title} ${sentence.heading}`)),
      lexical: 0,
      score: 0,
    })),
  );
}

/** Terms of a question; one that stands nowhere gives way to what it may be a slip for. */
function termsOf({ terms }: SelectSentencesOptions, text: string, known: ReadonlySet<string>): string[] {
  if (text === '') return [];
  const own = terms(askedWords(text)).map((term) =>
    known.has(term) ? term : (nearestTerm(term, known) ?? term),
  );
  return [...new Set(own)];
}

/** What a sentence is about is often said above it only, so that is compared along with it. */
function inItsPlace({ title, heading, text }: Candidate): string {
  const place = [title, heading].filter((part) => part !== '').join(', ');
  return place === '' ? text : `${place}: ${text}`;
}

/** Inverse document frequency over the candidates: a word that stands everywhere decides nothing. */
function weigh(asked: readonly string[], candidates: readonly Candidate[]): Map<string, number> {
  return new Map(
    asked.map((term) => {
      const holders = candidates.filter((candidate) => candidate.terms.has(term)).length;
      return [term, Math.log(1 + (candidates.length + 1) / (holders + 0.5))];
    }),
  );
}

/** A few words can hold all that was asked for and still say little. */
function lengthFactor(words: number): number {
  if (words < 6) return 0.75 + 0.05 * (words - 1);
  return words > 60 ? 0.85 : 1;
}

function byScore(left: Candidate, right: Candidate): number {
  return right.score - left.score || left.rank - right.rank || left.index - right.index;
}

/** The best, then what is nearly as good and says something else. */
function pick(candidates: readonly Candidate[], top: Candidate, most: number): Candidate[] {
  const picked = [top];
  for (const candidate of candidates.slice(1)) {
    if (picked.length >= most || candidate.score < top.score * 0.62) break;
    const repeats = picked.some((other) => saysAgain(candidate, other));
    if (!repeats) picked.push(candidate);
  }
  return picked;
}

/** The same row or named value says something else in each document. */
function saysAgain(candidate: Candidate, other: Candidate): boolean {
  if (candidate.isFragment && candidate.number !== other.number) return false;
  return shareIn(candidate.terms, other.terms) > 0.7;
}

/** How much of a sentence another one says already. */
function shareIn(terms: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return terms.size === 0 ? 1 : [...terms].filter((term) => other.has(term)).length / terms.size;
}

/** "It was paid for by …" says nothing alone: the sentence before it comes along. */
function withAntecedents(picked: readonly Candidate[], all: readonly Candidate[]): SelectedSentence[] {
  const chosen = new Set(picked);
  return picked.map((candidate) => {
    const before = OPENS_WITH_PRONOUN.test(candidate.text)
      ? all.find((other) => other.document === candidate.document && other.index === candidate.index - 1)
      : undefined;
    const text =
      before && !chosen.has(before) && before.heading === candidate.heading
        ? `${before.text} ${candidate.text}`
        : candidate.text;
    return {
      text,
      number: candidate.number,
      title: candidate.isFragment ? candidate.title : null,
      strength: candidate.lexical,
    };
  });
}
