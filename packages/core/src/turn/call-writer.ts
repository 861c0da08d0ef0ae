import type { ToolCallRecord } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { keptCall } from './kept-call.js';
import type { PacketSink } from './packet-log.js';
import type { Placement, ShownSource } from './packet.js';
import type { TurnState } from './turn-state.js';

export interface CallProgress {
  data?: JsonValue;
  subTurnIndex?: number;
}

/** Writes the calls of a turn. The calls of one step share one block of the page. */
export class CallWriter {
  readonly #sink: PacketSink;
  readonly #state: TurnState;
  readonly #openBlock: () => Placement;
  readonly #interruptText: () => void;
  /** The block of this step's calls, once opened. */
  #batch: { turnIndex: number; tabs: number } | null = null;
  readonly #open = new Map<string, Placement>();

  constructor(options: {
    sink: PacketSink;
    state: TurnState;
    openBlock: () => Placement;
    interruptText: () => void;
  }) {
    this.#sink = options.sink;
    this.#state = options.state;
    this.#openBlock = options.openBlock;
    this.#interruptText = options.interruptText;
  }

  beginStep(): void {
    this.#batch = null;
  }

  start(call: { callId: string; toolName: string; title?: string }): void {
    this.#batch ??= { turnIndex: this.#openBlock().turnIndex, tabs: 0 };
    this.#interruptText();
    const placement: Placement = { turnIndex: this.#batch.turnIndex, tabIndex: this.#batch.tabs++ };
    this.#open.set(call.callId, placement);
    this.#state.startCall({ callId: call.callId, toolName: call.toolName });
    this.#sink.emit(placement, { type: 'tool-start', ...call });
  }

  inputDelta(callId: string, text: string): void {
    const placement = this.#open.get(callId);
    if (placement && text !== '') this.#sink.emit(placement, { type: 'tool-input-delta', callId, text });
  }

  progress(callId: string, message: string, { data, subTurnIndex }: CallProgress): void {
    const placement = this.#open.get(callId);
    if (!placement) return;
    this.#sink.emit(subTurnIndex === undefined ? placement : { ...placement, subTurnIndex }, {
      type: 'tool-progress',
      callId,
      message,
      ...(data === undefined ? {} : { data }),
    });
  }

  sources(callId: string, sources: ShownSource[], ledger: SourceLedgerSnapshot): void {
    const placement = this.#open.get(callId);
    if (!placement) return;
    this.#state.setLedger(ledger);
    this.#sink.emit(placement, { type: 'tool-sources', callId, sources });
  }

  finish(record: ToolCallRecord, milliseconds: number): void {
    const placement = this.#open.get(record.callId);
    if (!placement) return;
    this.#open.delete(record.callId);
    const kept = keptCall(record);
    this.#state.finishCall(kept);
    const { callId, input, outcome, descriptor } = kept;
    this.#sink.emit(placement, {
      type: 'tool-result',
      callId,
      input,
      text: outcome?.text ?? '',
      isError: outcome?.isError ?? false,
      ...(descriptor === undefined ? {} : { descriptor }),
      ...(outcome?.figures === undefined ? {} : { figures: outcome.figures }),
      ...(outcome?.data === undefined ? {} : { data: outcome.data }),
      ...(outcome?.question === undefined ? {} : { question: outcome.question }),
    });
    this.#sink.emit(placement, { type: 'tool-end', callId, milliseconds });
  }

  /** Ends all calls that are still open, at the end of the turn. */
  endAll(): void {
    for (const [callId, placement] of this.#open)
      this.#sink.emit(placement, { type: 'tool-end', callId, milliseconds: 0 });
    this.#open.clear();
  }
}
