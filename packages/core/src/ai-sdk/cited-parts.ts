import type { LanguageModelV4Citation, LanguageModelV4Source } from '@ai-sdk/provider';
import { AnswerCitations, type AnswerCitationEvent } from '../citations/answer-citations.js';
import { type Citation, quotedPassage } from '../citations/citation.js';
import {
  ReferenceStream,
  type ReferenceStreamEvent,
} from '../descriptors/reference-tags/reference-stream.js';
import type { Source } from '../sources/source.js';
import type { ConversationMemory } from '../toolbox/conversation-memory.js';

interface TextPart {
  type: string;
  id?: string;
  /** In a model's stream. */
  delta?: string;
  /** In a `streamText` stream. */
  text?: string;
  citations?: unknown;
  providerMetadata?: unknown;
}

/** A text that the model named with `<ref id="name">…</ref>`. */
export type NamedText = Extract<ReferenceStreamEvent, { type: 'reference' }>;

interface OpenText {
  reader: AnswerCitations;
  /** Null: tags are treated as text. */
  tags: ReferenceStream | null;
  named: NamedText[];
  citations: Map<string, Citation>;
  /** The field that holds the text of a delta in this stream. */
  key: 'delta' | 'text';
}

/**
 * Processes the text parts of a stream, a model's or `streamText`'s. Before a marker is shown, a `source` part names
 * its source. The end of the text carries all citations, in the AI SDK's format and in full under
 * `providerMetadata.ibid`. If references are stored, their tags are removed from the text.
 */
export class CitedParts {
  readonly #memory: ConversationMemory;
  readonly #onCitation: (citation: Citation) => void;
  readonly #onReference: ((named: NamedText) => void) | null;
  readonly #open = new Map<string, OpenText>();
  readonly #named = new Set<number>();
  #texts = 0;

  constructor(options: {
    memory: ConversationMemory;
    onCitation: (citation: Citation) => void;
    /** Null: references are not stored, and tags are text. */
    onReference: ((named: NamedText) => void) | null;
  }) {
    this.#memory = options.memory;
    this.#onCitation = options.onCitation;
    this.#onReference = options.onReference;
  }

  read<PART extends { type: string }>(part: PART): PART[] {
    const { id, delta, text }: TextPart = part;
    if (id === undefined) return [part];
    if (part.type === 'text-start') this.#start(id);
    else if (part.type === 'text-delta') {
      const opened = this.#opened(id);
      opened.key = delta === undefined ? 'text' : 'delta';
      const events = this.#visible(opened, delta ?? text ?? '');
      return this.#write(opened, events, (piece) => ({ ...part, [opened.key]: piece }));
    } else if (part.type === 'text-end') return this.#end(id, part);
    return [part];
  }

  /** Processes a whole text, for answers that are not streamed. */
  readWhole(text: string): { text: string; sources: LanguageModelV4Source[]; end: object } {
    const id = 'whole';
    const stream = [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: text },
      { type: 'text-end', id },
    ];
    const parts = stream.flatMap((part) => this.read<{ type: string }>(part));
    const { type: _type, id: _id, ...rest } = parts.at(-1) as TextPart;
    return {
      text: parts.map((part: TextPart) => part.delta ?? '').join(''),
      sources: parts.filter(({ type }) => type === 'source') as LanguageModelV4Source[],
      end: rest,
    };
  }

  #start(id: string): OpenText {
    const reader = new AnswerCitations({
      sourceByNumber: this.#memory.sourceByNumber,
      shownChunks: this.#memory.shownChunks,
      idPrefix: `t${++this.#texts}c`,
    });
    const tags = this.#onReference ? new ReferenceStream() : null;
    const opened: OpenText = { reader, tags, named: [], citations: new Map(), key: 'delta' };
    this.#open.set(id, opened);
    return opened;
  }

  #opened(id: string): OpenText {
    return this.#open.get(id) ?? this.#start(id);
  }

  /** The text without tags, with its citations. */
  #visible(opened: OpenText, piece: string | null): AnswerCitationEvent[] {
    const { tags, reader } = opened;
    if (!tags) return piece === null ? [] : reader.push(piece);
    return (piece === null ? tags.end() : tags.push(piece)).flatMap((event) => {
      if (event.type === 'text') return reader.push(event.text);
      if (event.type === 'reference') {
        opened.named.push(event);
        this.#onReference?.(event);
      }
      return [];
    });
  }

  #write<PART extends { type: string }>(
    opened: OpenText,
    events: readonly AnswerCitationEvent[],
    withText: (text: string) => PART,
  ): PART[] {
    const parts: PART[] = [];
    let text = '';
    for (const event of events) {
      if (event.type === 'text') {
        text += event.text;
        continue;
      }
      const { citation } = event;
      opened.citations.set(citation.citationId, citation);
      this.#onCitation(citation);
      const source = this.#memory.sourceByNumber(citation.number);
      if (!source || this.#named.has(source.number)) continue;
      this.#named.add(source.number);
      if (text !== '') parts.push(withText(text));
      text = '';
      // Both streams accept this part; neither type declares it more specifically.
      parts.push(sourcePart(source) as unknown as PART);
    }
    if (text !== '') parts.push(withText(text));
    return parts;
  }

  #end<PART extends { type: string }>(id: string, part: PART): PART[] {
    const opened = this.#opened(id);
    const { reader, citations, named, key } = opened;
    const held = this.#write(
      opened,
      [...this.#visible(opened, null), ...reader.end()],
      // As above.
      (text) => ({ type: 'text-delta', id, [key]: text }) as unknown as PART,
    );
    this.#open.delete(id);
    if (citations.size === 0 && named.length === 0) return [...held, part];
    const all = [...citations.values()];
    const { providerMetadata, citations: own }: TextPart = part;
    const ended = {
      ...part,
      citations: [
        ...(Array.isArray(own) ? (own as unknown[]) : []),
        ...all.flatMap((one) => this.#asCitation(one)),
      ],
      providerMetadata: {
        ...(providerMetadata as object | undefined),
        ibid: {
          citations: all,
          ...(named.length > 0
            ? { references: named.map(({ name, category }) => ({ name: `ref:${name}`, category })) }
            : {}),
        },
      },
    };
    return [...held, ended];
  }

  #asCitation({ number, range, passage }: Citation): LanguageModelV4Citation[] {
    const source = this.#memory.sourceByNumber(number);
    if (!source) return [];
    return [
      {
        source: sourcePart(source),
        startIndex: range.start,
        endIndex: range.end,
        ...(passage ? { citedText: quotedPassage(passage) } : {}),
      },
    ];
  }
}

/** A source in the AI SDK's format; the number is in its id and metadata. */
function sourcePart({ number, itemId, title, url }: Source): LanguageModelV4Source {
  const shared = {
    type: 'source',
    id: `ibid-${number}`,
    title,
    providerMetadata: { ibid: { number, itemId } },
  } as const;
  return url === undefined
    ? { ...shared, sourceType: 'document', mediaType: 'text/plain' }
    : { ...shared, sourceType: 'url', url };
}
