import type { Citation } from '../citations/citation.js';
import type { ClaimAgainst } from '../citations/claims-against.js';
import type { RepairedAnswer } from '../citations/repair/answer-repair.js';
import type { AnswerStream, AnswerStreamEvents } from './answer-stream.js';
import type { PacketSink } from './packet-log.js';
import type { Placement } from './packet.js';
import type { JudgedAnswer } from './repair-answer.js';
import type { TurnState } from './turn-state.js';

export type OpenAnswerStream = (
  events: Pick<AnswerStreamEvents, 'text' | 'citation' | 'refined'>,
  streamIndex: number,
) => AnswerStream;

/**
 * Writes the text of one turn through the step's answer stream into blocks of the page. Blocks stay open until it is
 * known whether calls follow, which makes them narration.
 */
export class TextWriter {
  readonly #sink: PacketSink;
  readonly #state: TurnState;
  readonly #openBlock: () => Placement;
  #open: OpenAnswerStream | null = null;
  #stream: AnswerStream | null = null;
  #streams = 0;
  #blocks: Placement[] = [];
  #newestGrows = false;
  /** Blocks of the complete answer; several if something came between its parts. */
  #answerBlocks: readonly Placement[] = [];
  #areClaimsTold = false;
  /** The block of each citation. Its verdict belongs there, even if another block was opened since. */
  readonly #citationBlocks = new Map<string, Placement>();

  constructor(options: { sink: PacketSink; state: TurnState; openBlock: () => Placement }) {
    this.#sink = options.sink;
    this.#state = options.state;
    this.#openBlock = options.openBlock;
  }

  beginStep(open: OpenAnswerStream): void {
    this.#open = open;
  }

  write(delta: string): void {
    this.#state.addText(delta);
    this.#stream ??= this.#newStream();
    this.#stream.write(delta);
  }

  /** Other content was put on the page: further text begins a new block. */
  interrupt(): void {
    this.#newestGrows = false;
  }

  /** Shows what is held back and ends all open blocks. */
  end(options: { narration: boolean }): void {
    const stream = this.#stream;
    if (!stream) return;
    this.#stream = null;
    try {
      stream.end();
    } finally {
      const blocks = this.#blocks;
      this.#blocks = [];
      this.#newestGrows = false;
      for (const placement of blocks) {
        this.#sink.emit(placement, { type: 'answer-end', narration: options.narration });
      }
      this.#state.endText(options);
      if (!options.narration) this.#answerBlocks = blocks;
    }
  }

  /** CIT-7: called once, when all verdicts on the answer's citations are final. */
  tellClaims({ isCut = false }: { isCut?: boolean } = {}): void {
    const placement = this.#answerBlocks.at(-1);
    if (!placement || this.#areClaimsTold) return;
    this.#areClaimsTold = true;
    const { isGrounded } = this.#state;
    this.#sink.emit(placement, { type: 'claims', claims: this.#state.takeClaims({ isCut }), isGrounded });
  }

  /** Null: there is no answer, or one in several parts, which cannot be repaired. */
  get judged(): JudgedAnswer | null {
    return this.#answerBlocks.length === 1 ? this.#state.judged : null;
  }

  /** CIT-8: one packet, so no client ever has half of it. */
  repair(repaired: RepairedAnswer): void {
    const placement = this.#answerBlocks.at(-1);
    if (!placement) return;
    this.#state.repairAnswer(repaired);
    const { text, citations, claims, changes, refused } = repaired;
    this.#sink.emit(placement, {
      type: 'repair',
      text,
      citations,
      claims,
      changes,
      ...(refused && { refused }),
    });
  }

  tellAgainst(claims: ClaimAgainst[]): void {
    const placement = this.#answerBlocks.at(-1);
    if (!placement) return;
    this.#state.setAgainst(claims);
    this.#sink.emit(placement, { type: 'against', claims });
  }

  #newStream(): AnswerStream {
    if (!this.#open) throw new RangeError('Text can only be written in a step.');
    return this.#open(
      { text: this.#showText, citation: this.#showCitation, refined: this.#showRefined },
      this.#streams++,
    );
  }

  readonly #showText = (text: string): void => {
    if (text === '') return;
    const placement = this.#block();
    this.#state.addShown(text);
    this.#sink.emitAnswerDelta(placement, text);
  };

  readonly #showCitation = (citation: Citation): void => {
    this.#state.addCitation(citation);
    const placement = this.#citationBlocks.get(citation.citationId) ?? this.#block();
    this.#citationBlocks.set(citation.citationId, placement);
    this.#sink.emit(placement, { type: 'citation', citation });
  };

  /** A citation that was judged again in the meantime is not replaced. */
  readonly #showRefined = (before: Citation, after: Citation): void => {
    const placement = this.#citationBlocks.get(before.citationId);
    if (this.#sink.isOver || !placement || !this.#state.replaceCitation(before, after)) return;
    this.#sink.emit(placement, { type: 'citation', citation: after });
  };

  #block(): Placement {
    const newest = this.#blocks.at(-1);
    if (newest && this.#newestGrows) return newest;
    const placement = this.#openBlock();
    this.#blocks.push(placement);
    this.#newestGrows = true;
    this.#sink.emit(placement, { type: 'answer-start' });
    return placement;
  }
}
