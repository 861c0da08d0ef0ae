import type { ClaimAgainst } from '../citations/claims-against.js';
import type { RepairedAnswer } from '../citations/repair/answer-repair.js';
import type { ContextReport } from '../context/context-report.js';
import { shareReportParts } from '../context/share-report-parts.js';
import type { DescriptorMetadata } from '../descriptors/descriptor-store.js';
import type { ToolCallRecord } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import type { AnswerStream, AnswerStreamEvents } from './answer-stream.js';
import { CallWriter, type CallProgress } from './call-writer.js';
import type { PacketBody, ShownSource, StopReason, Placement } from './packet.js';
import type { PacketSink } from './packet-log.js';
import type { JudgedAnswer } from './repair-answer.js';
import { TextWriter } from './text-writer.js';
import type { TokenUsage } from '../messages/tool-outcome.js';
import { TurnEndedError } from './turn-errors.js';
import type { TurnFailure } from './turn-result.js';
import type { TurnState } from './turn-state.js';

/**
 * The only path from the layers below to the packets and the state. It opens and closes the blocks of the page, so
 * every packet sequence follows the grammar, whatever the model, the tools or a stop do. Once closed, it ignores
 * everything.
 */
export class TurnWriter {
  readonly #sink: PacketSink;
  readonly #state: TurnState;
  #nextBlock = 0;
  #current: Placement = { turnIndex: 0, tabIndex: 0 };
  #reasoning: Placement | null = null;
  readonly #text: TextWriter;
  readonly #calls: CallWriter;
  #textIsNarration = false;
  #report: ContextReport | null = null;
  readonly #warned = new Set<string>();
  #busy = false;
  #whenIdle: (() => void) | null = null;
  #closing = false;
  #closed = false;

  constructor(options: { sink: PacketSink; state: TurnState }) {
    this.#sink = options.sink;
    this.#state = options.state;
    this.#text = new TextWriter({ openBlock: () => this.#openBlock(), ...options });
    this.#calls = new CallWriter({
      openBlock: () => this.#openBlock(),
      interruptText: () => this.#text.interrupt(),
      ...options,
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  start(body: Omit<Extract<PacketBody, { type: 'turn-start' }>, 'type'>): void {
    this.#sink.emit(this.#current, { type: 'turn-start', ...body });
  }

  /** Throws once the turn has ended. This ends a loop whose output is no longer wanted. */
  assertOpen(): void {
    if (this.#closed) throw new TurnEndedError();
  }

  beginStep(options: {
    step: number;
    report: ContextReport;
    ledger: SourceLedgerSnapshot;
    createAnswerStream: (events: AnswerStreamEvents, streamIndex: number) => AnswerStream;
    reference: AnswerStreamEvents['reference'];
  }): void {
    this.assertOpen();
    this.#state.beginStep();
    this.#state.setLedger(options.ledger);
    this.#textIsNarration = false;
    this.#calls.beginStep();
    this.#text.beginStep((events, streamIndex) =>
      options.createAnswerStream(
        { reference: options.reference, warning: (code, message) => this.warning(code, message), ...events },
        streamIndex,
      ),
    );
    this.#contextReport(options.step, options.report);
  }

  /** Begins calls before the first step, which no step requested. */
  beginCalls(): void {
    this.assertOpen();
    this.#state.beginStep();
    this.#calls.beginStep();
  }

  /** Restarts the step with a smaller context, before any of it was streamed. */
  refit(options: { step: number; report: ContextReport; ledger: SourceLedgerSnapshot }): void {
    this.assertOpen();
    this.#state.setLedger(options.ledger);
    this.#contextReport(options.step, options.report);
    this.warning(
      'context_refit',
      'The provider rejected the context as too long, so Ibid fitted it into a smaller budget.',
    );
  }

  /** MOD-4: replaces the report of a finished step with one that lists what the provider cut. */
  cutByProvider(options: { step: number; report: ContextReport; warning: string }): void {
    if (this.#closed) return;
    this.#state.dropLastReport();
    this.#contextReport(options.step, options.report);
    this.warning('prompt_cut', options.warning);
  }

  reasoning(text: string): void {
    if (this.#closed || text === '') return;
    if (!this.#reasoning) {
      this.#reasoning = this.#openBlock();
      this.#text.interrupt();
      this.#sink.emit(this.#reasoning, { type: 'reasoning-start' });
    }
    this.#state.addReasoning(text);
    this.#sink.emit(this.#reasoning, { type: 'reasoning-delta', text });
  }

  endReasoning(): void {
    if (this.#closed || !this.#reasoning) return;
    const placement = this.#reasoning;
    this.#reasoning = null;
    this.#sink.emit(placement, { type: 'reasoning-end' });
  }

  text(delta: string): void {
    if (this.#closed || delta === '') return;
    this.endReasoning();
    this.#busy = true;
    try {
      this.#text.write(delta);
    } finally {
      this.#becomeIdle();
    }
  }

  /** The step's text is complete. `unused`: it is not the answer, although no call goes with it. */
  endText(options: { unused?: boolean } = {}): void {
    if (this.#closed) return;
    if (options.unused) this.#textIsNarration = true;
    this.#guarded(() => this.#text.end({ narration: this.#textIsNarration }));
  }

  /** CIT-7: the answer is complete, and its citations have verdicts. */
  tellClaims(): void {
    if (!this.#closed) this.#guarded(() => this.#text.tellClaims());
  }

  /** The answer whose claims were reported, for review. Null: there is none that could be changed as a whole. */
  get judged(): JudgedAnswer | null {
    return this.#closed ? null : this.#text.judged;
  }

  /** CIT-8: replaces the answer with its repaired version. */
  repair(repaired: RepairedAnswer): JudgedAnswer | null {
    if (!this.#closed) this.#guarded(() => this.#text.repair(repaired));
    return this.judged;
  }

  /** CIT-9: reports evidence against the claims of the answer. */
  tellAgainst(claims: ClaimAgainst[]): void {
    if (!this.#closed) this.#guarded(() => this.#text.tellAgainst(claims));
  }

  /** The turn has evidence: it searches, or already had documents. */
  grounded(): void {
    this.#state.setGrounded();
  }

  startCall(call: { callId: string; toolName: string; title?: string }): void {
    if (this.#closed) return;
    this.endReasoning();
    this.#textIsNarration = true;
    this.endText();
    if (this.#closed) return;
    this.#calls.start(call);
  }

  callInputDelta(callId: string, text: string): void {
    if (!this.#closed) this.#calls.inputDelta(callId, text);
  }

  callInput(callId: string, input: JsonValue): void {
    if (!this.#closed) this.#state.setCallInput(callId, input);
  }

  callProgress(callId: string, message: string, options: CallProgress): void {
    if (!this.#closed) this.#calls.progress(callId, message, options);
  }

  callSources(callId: string, sources: ShownSource[], ledger: SourceLedgerSnapshot): void {
    if (!this.#closed) this.#calls.sources(callId, sources, ledger);
  }

  finishCall(record: ToolCallRecord, milliseconds: number): void {
    if (!this.#closed) this.#guarded(() => this.#calls.finish(record, milliseconds));
  }

  reference(metadata: DescriptorMetadata): void {
    if (this.#closed) return;
    this.#state.addReference(metadata);
    this.#sink.emit(this.#current, {
      type: 'reference',
      descriptor: metadata.name,
      name: metadata.name.replace(/^ref:/, ''),
      version: metadata.version,
      category: metadata.category,
      lines: metadata.lines,
      characters: metadata.characters,
    });
  }

  providerMetadata(metadata: JsonValue): void {
    if (!this.#closed) this.#state.setProviderMetadata(metadata);
  }

  usage(step: number, usage: TokenUsage, costUsd: number | undefined): void {
    if (this.#closed) return;
    this.#state.addUsage(usage, costUsd);
    this.#sink.emit(this.#current, {
      type: 'usage',
      step,
      usage,
      ...(costUsd === undefined ? {} : { costUsd }),
    });
  }

  /** Emitted once: a provider repeats the same warning at every step. */
  warning(code: string, message: string): void {
    const key = `${code} ${message}`;
    if (this.#closed || this.#warned.has(key)) return;
    this.#warned.add(key);
    this.#state.addWarning({ code, message });
    this.#sink.emit(this.#current, { type: 'warning', code, message });
  }

  /**
   * Ends every open block, then the turn. If a listener calls it during an operation, it waits for the operation to
   * finish.
   */
  close(options: {
    reason: StopReason;
    error?: TurnFailure;
    /** Sent unless the turn failed: after an error only the end follows. */
    title?: string | null;
    afterwards: () => void;
    onFault: (fault: unknown) => void;
  }): void {
    if (this.#closed || this.#closing) return;
    if (this.#busy) {
      this.#whenIdle ??= () => this.close(options);
      return;
    }
    this.#closing = true;
    this.endReasoning();
    try {
      this.#text.end({ narration: this.#textIsNarration });
      this.#text.tellClaims({ isCut: true });
    } catch (fault) {
      // Nothing may keep a turn from ending.
      options.onFault(fault);
    } finally {
      this.#calls.endAll();
      if (options.error) {
        this.#state.setError(options.error);
        this.#sink.emit(this.#current, { type: 'error', ...options.error });
      }
      if (options.title && options.reason !== 'failed')
        this.#sink.emit(this.#current, { type: 'title', title: options.title });
      this.#closed = true;
      this.#sink.emit(this.#current, { type: 'turn-stop', reason: options.reason });
      options.afterwards();
    }
  }

  #contextReport(step: number, report: ContextReport): void {
    this.#state.addContextReport(report);
    const sent = shareReportParts(this.#report, report);
    this.#report = report;
    this.#sink.emit(this.#current, { type: 'context-report', step, report: sent });
  }

  #openBlock(): Placement {
    this.#current = { turnIndex: this.#nextBlock++, tabIndex: 0 };
    return this.#current;
  }

  /**
   * If a listener stops the turn during an operation, the stop waits until the operation is complete. Otherwise its
   * remaining packets would be lost, and a parser would be ended while it writes.
   */
  #guarded(operation: () => void): void {
    if (this.#busy) {
      operation();
      return;
    }
    this.#busy = true;
    try {
      operation();
    } finally {
      this.#becomeIdle();
    }
  }

  #becomeIdle(): void {
    this.#busy = false;
    if (!this.#whenIdle) return;
    const next = this.#whenIdle;
    this.#whenIdle = null;
    next();
  }
}
