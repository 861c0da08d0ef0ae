import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { Source } from '../sources/source.js';
import type { AnswerText, CitationMarker } from './citation-event.js';
import { CitationStream } from './citation-stream.js';
import type { Citation } from './citation.js';
import { claimsOfMarkers } from './claims-of-markers.js';
import { LONGEST_SENTENCE, SentenceTracker, type TrackedSentence } from './sentence-tracker.js';
import type { ClaimCheck } from './verify/claim-check.js';
import { type ClaimSource, ClaimVerifier } from './verify/claim-verifier.js';

/** How many markers are remembered to separate the claims of a sentence. */
const MAX_MARKERS = LONGEST_SENTENCE / '[1]'.length;
const NOTHING: readonly AnswerCitationEvent[] = [];

/** Events while an answer is read: its text, the citation of each marker, and verdicts as they are found. */
export type AnswerCitationEvent = AnswerText | { type: 'citation'; citation: Citation };

/**
 * A claim that the shown passages of its sources do not support, or only in part. A second check, against the rest of
 * the source or by meaning, may find support.
 */
export interface OpenClaim {
  citation: Citation;
  check: ClaimCheck;
  claim: string;
  /** Of the citation's own source. */
  chunks: readonly RetrievedChunk[];
  /** All sources of its marker group, including its own. */
  sources: readonly ClaimSource[];
}

/** What is needed to read an answer's citations: the source of each number, and what the model was shown of it. */
export interface AnswerCitationsOptions {
  /** Looks up a source in the conversation's ledger or in a snapshot. */
  sourceByNumber: (number: number) => Source | undefined;
  /** What the model sees of each source in this step. Citations are verified against it. */
  shownChunks: ReadonlyMap<number, readonly RetrievedChunk[]>;
  /** Passages of a source cited before that are not in this step's context. */
  earlierChunks?: (source: Source) => readonly RetrievedChunk[];
  /** Makes citation ids unique across the steps of a turn. */
  idPrefix?: string;
  /** Called for every citation rated `weak` or `unsupported`. */
  onDoubtful?: (open: OpenClaim) => void;
}

/**
 * Splits the text of an answer into text and citations. A citation is emitted before the text of its marker. If its
 * sentence is complete, it has its verdict; otherwise `verdict` is null and it is emitted again under the same id
 * later.
 *
 * ```ts
 * import { AnswerCitations } from '@ibid/core';
 *
 * const source = { number: 1, itemId: 'water', title: 'Water', origin: 'tool' } as const;
 * const chunk = { itemId: 'water', chunkId: '0', title: 'Water', text: 'Water boils at 100 degrees.', score: 1 };
 * const reader = new AnswerCitations({
 *   sourceByNumber: (number) => (number === 1 ? source : undefined),
 *   shownChunks: new Map([[1, [chunk]]]),
 * });
 * for (const delta of ['Water boils at 100 degr', 'ees [1', '].'])
 *   for (const event of reader.push(delta)) if (event.type === 'text') console.log(event.text);
 * for (const event of reader.end()) if (event.type === 'citation') console.log(event.citation.verdict); // 'supported'
 * ```
 */
export class AnswerCitations {
  readonly #options: AnswerCitationsOptions;
  readonly #stream = new CitationStream();
  readonly #tracker = new SentenceTracker<Citation>();
  /** Markers in the recent text, for separating claims from markers. */
  #markers: { start: number; end: number }[] = [];
  #verifier: ClaimVerifier | null = null;
  /** Citations of the last judged sentence, by claim, and where the sentence begins. */
  readonly #groups = new Map<string, Citation[]>();
  #groupsStart = -1;
  #count = 0;
  #waiting = 0;

  constructor(options: AnswerCitationsOptions) {
    this.#options = options;
  }

  push(text: string): AnswerCitationEvent[] {
    const events = this.#stream.push(text);
    const only = events[0];
    if (events.length === 1 && this.#waiting === 0 && only?.type === 'text') {
      this.#tracker.addText(only.text);
      return events as AnswerText[];
    }
    return this.#read(events);
  }

  /** Takes a piece of plain text, as most are, and returns the events after it. Null: it has to be pushed. */
  pass(text: string): readonly AnswerCitationEvent[] | null {
    if (!this.#stream.pass(text)) return null;
    this.#tracker.addText(text);
    if (this.#waiting === 0) return NOTHING;
    const out: AnswerCitationEvent[] = [];
    this.#completeSentences(out, false);
    return out;
  }

  end(): AnswerCitationEvent[] {
    const out = this.#read(this.#stream.end());
    this.#completeSentences(out, true);
    return out;
  }

  #read(events: readonly (AnswerText | CitationMarker)[]): AnswerCitationEvent[] {
    const out: AnswerCitationEvent[] = [];
    for (const event of events) {
      if (event.type === 'marker') this.#marker(event, out);
      else {
        this.#tracker.addText(event.text);
        out.push(event);
      }
      if (this.#waiting > 0) this.#completeSentences(out, false);
    }
    return out;
  }

  #marker({ text, numbers, range }: CitationMarker, out: AnswerCitationEvent[]): void {
    this.#markers.push(range);
    if (this.#markers.length > 2 * MAX_MARKERS) this.#markers = this.#markers.slice(-MAX_MARKERS);
    for (const number of numbers) {
      const citation = this.#newCitation(number, range);
      if (citation.itemId === null) {
        out.push({ type: 'citation', citation });
        continue;
      }
      const sentence = this.#tracker.addMarker({ value: citation, ...range }, text);
      if (sentence) this.#verify(sentence, out);
      else {
        this.#waiting++;
        out.push({ type: 'citation', citation });
      }
    }
    this.#tracker.addText(text);
    out.push({ type: 'text', text, start: range.start });
  }

  #newCitation(number: number, range: { start: number; end: number }): Citation {
    const citationId = `${this.#options.idPrefix ?? 'c'}${++this.#count}`;
    const source = this.#options.sourceByNumber(number);
    const citation: Citation = {
      citationId,
      number,
      itemId: source?.itemId ?? null,
      range,
      passage: null,
      score: null,
      verdict: null,
    };
    if (source) {
      citation.title = source.title;
      if (source.url !== undefined) citation.url = source.url;
    } else {
      citation.verdict = 'unknown';
      citation.reason = `No source has the number ${number}.`;
    }
    return citation;
  }

  #completeSentences(out: AnswerCitationEvent[], isEnd: boolean): void {
    for (;;) {
      const sentence = this.#tracker.takeComplete(isEnd);
      if (!sentence) return;
      this.#waiting -= sentence.waiting.length;
      this.#verify(sentence, out);
    }
  }

  /**
   * Markers of the same claim are judged together. A marker that joins a claim already judged (`So it is. [1][2]`) may
   * change the verdicts of the earlier ones; those are emitted again.
   */
  #verify({ start, end, waiting }: TrackedSentence<Citation>, out: AnswerCitationEvent[]): void {
    this.#verifier ??= new ClaimVerifier({ chunks: [...this.#options.shownChunks.values()].flat() });
    const text = this.#tracker.slice(start, end);
    if (start !== this.#groupsStart) this.#groups.clear();
    this.#groupsStart = start;
    const touched = new Set<Citation[]>();
    const claimOf = claimsOfMarkers({ text, start, markers: this.#markers });
    for (const marker of waiting) {
      const claim = claimOf(marker).trim();
      const group = this.#groups.get(claim) ?? [];
      this.#groups.set(claim, [...group, marker.value]);
      touched.delete(group);
      touched.add(this.#groups.get(claim) ?? []);
    }
    for (const [claim, group] of this.#groups) {
      if (!touched.has(group)) continue;
      const numbers = [...new Set(group.map(({ number }) => number))];
      const sources = numbers.map((number) => ({ number, chunks: this.#chunksOf(number) }));
      const checks = this.#verifier.checkGroup({ claim, sources });
      this.#groups.set(
        claim,
        group.map((citation) => {
          const check = checks[numbers.indexOf(citation.number)];
          if (!check || (citation.verdict === check.verdict && citation.score === check.score))
            return citation;
          const judged = judgedBy(check, citation);
          out.push({ type: 'citation', citation: judged });
          if (check.verdict !== 'supported')
            this.#options.onDoubtful?.({
              citation: judged,
              check,
              claim,
              chunks: this.#chunksOf(citation.number),
              sources,
            });
          return judged;
        }),
      );
    }
  }

  #chunksOf(number: number): readonly RetrievedChunk[] {
    const shown = this.#options.shownChunks.get(number) ?? [];
    const source = this.#options.sourceByNumber(number);
    if (shown.length > 0 || !source) return shown;
    return this.#options.earlierChunks?.(source) ?? [];
  }
}

/** Replaces everything from an earlier check of the same citation, including its reason. */
export function judgedBy(
  { isFinal: _isFinal, atBest: _atBest, ...check }: ClaimCheck,
  { citationId, number, itemId, title, url, range }: Citation,
): Citation {
  return {
    citationId,
    number,
    itemId,
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    range,
    ...check,
  };
}
