import type { Citation } from '../citations/citation.js';
import type { ReferenceCategory } from '../descriptors/descriptor-store.js';
import type { RetrievedChunk } from '../references/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../references/source.js';

/** A `<ref>` that was closed in the answer (FD-2). */
export interface WrittenReference {
  name: string;
  content: string;
  category?: ReferenceCategory;
}

export interface AnswerStreamEvents {
  /** What the person sees, without tags. */
  text: (text: string) => void;
  /** Always before the text that shows it; again, with the verdict, once its sentence is complete. */
  citation: (citation: Citation) => void;
  reference: (reference: WrittenReference) => void;
  warning: (code: string, message: string) => void;
}

export interface AnswerStreamOptions {
  /** Makes citation ids unique within a turn. */
  streamIndex: number;
  ledger: SourceLedgerSnapshot;
  shownChunks: ReadonlyMap<number, readonly RetrievedChunk[]>;
  referencesEnabled: boolean;
  events: AnswerStreamEvents;
}

/** The way of a step's text from the model to the page: reference tags out, citations found and checked. */
export interface AnswerStream {
  write(delta: string): void;
  /** Lets go of everything held back. */
  end(): void;
}

export function createAnswerStream(options: AnswerStreamOptions): AnswerStream {
  return { write: options.events.text, end: () => {} };
}
