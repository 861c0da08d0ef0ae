import { AnswerCitations, type AnswerCitationEvent } from '../citations/answer-citations.js';
import type { Citation } from '../citations/citation.js';
import type { ReferenceCategory } from '../descriptors/descriptor-store.js';
import {
  ReferenceStream,
  type ReferenceStreamEvent,
} from '../descriptors/reference-tags/reference-stream.js';
import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { Source, SourceLedgerSnapshot } from '../sources/source.js';
import type { CitationRefiner } from './citation-refiner.js';

/** A closed `<ref>` in the answer (FD-2). */
export interface WrittenReference {
  name: string;
  content: string;
  category?: ReferenceCategory;
}

export interface AnswerStreamEvents {
  /** What the user sees, without tags. */
  text: (text: string) => void;
  /** Always called before the text that shows it, and again with the verdict once its sentence is complete. */
  citation: (citation: Citation) => void;
  /** Called when a second check of the claim changes a citation. */
  refined: (before: Citation, after: Citation) => void;
  reference: (reference: WrittenReference) => void;
  warning: (code: string, message: string) => void;
}

export interface AnswerStreamOptions {
  /** Makes citation ids unique within a turn. */
  streamIndex: number;
  ledger: SourceLedgerSnapshot;
  shownChunks: ReadonlyMap<number, readonly RetrievedChunk[]>;
  /** Known chunks of a source that this step does not show, from earlier in the turn or before it (REF-2). */
  earlierChunks: (source: Source) => readonly RetrievedChunk[];
  referencesEnabled: boolean;
  refiner: CitationRefiner;
  events: AnswerStreamEvents;
}

/** Processes a step's text from the model to the page: removes reference tags, then finds and checks citations. */
export class AnswerStream {
  readonly #events: AnswerStreamEvents;
  readonly #references: ReferenceStream | null;
  readonly #citations: AnswerCitations;

  constructor(options: AnswerStreamOptions) {
    this.#events = options.events;
    this.#references = options.referencesEnabled ? new ReferenceStream() : null;
    const sourceByNumber = (number: number) => options.ledger.sources[number - 1];
    this.#citations = new AnswerCitations({
      sourceByNumber,
      shownChunks: options.shownChunks,
      earlierChunks: options.earlierChunks,
      idPrefix: `c${options.streamIndex + 1}-`,
      onDoubtful: (open) => options.refiner.add(open, { sourceByNumber, refined: options.events.refined }),
    });
  }

  write(delta: string): void {
    if (this.#references && !this.#references.pass(delta)) this.#visible(this.#references.push(delta));
    else this.#text(delta);
  }

  /** Emits everything held back. */
  end(): void {
    if (this.#references) this.#visible(this.#references.end());
    this.#show(this.#citations.end());
  }

  #visible(events: readonly ReferenceStreamEvent[]): void {
    for (const event of events) {
      if (event.type === 'text') this.#text(event.text);
      else if (event.type === 'warning') this.#events.warning(event.code, event.message);
      else {
        const { name, content, category } = event;
        this.#events.reference({ name, content, category });
      }
    }
  }

  #text(text: string): void {
    const after = this.#citations.pass(text);
    if (after) this.#events.text(text);
    const events = after ?? this.#citations.push(text);
    if (events.length > 0) this.#show(events);
  }

  #show(events: readonly AnswerCitationEvent[]): void {
    for (const event of events) {
      if (event.type === 'text') this.#events.text(event.text);
      else this.#events.citation(event.citation);
    }
  }
}
