import type { AnswerClaim } from '../citations/answer-claims.js';
import { answerClaims } from '../citations/answer-claims.js';
import type { Citation } from '../citations/citation.js';
import type { ClaimAgainst } from '../citations/claims-against.js';
import type { AnswerRepair, RepairedAnswer } from '../citations/repair/answer-repair.js';
import type { ContextReport } from '../context/context-report.js';
import type { DescriptorMetadata } from '../descriptors/descriptor-store.js';
import type { ToolCallRecord, TurnStep } from '../messages/chat-message.js';
import type { JsonValue } from '../messages/json-value.js';
import type { SourceReference } from '../sources/reference-manager.js';
import { sourceIdOf } from '../sources/retrieved-chunk.js';
import type { SourceLedgerSnapshot } from '../sources/source.js';
import { addUsage } from './usage.js';
import { GrowingText } from '../messages/growing-text.js';
import type { StopReason } from './packet.js';
import type { JudgedAnswer } from './repair-answer.js';
import type { TokenUsage, UserQuestion } from '../messages/tool-outcome.js';
import type { TurnFailure, TurnResult, TurnWarning } from './turn-result.js';

const STATUS = {
  complete: 'complete',
  question: 'complete',
  stopped: 'stopped',
  failed: 'failed',
} as const satisfies Record<StopReason, TurnResult['status']>;

/** FLOW-3: accumulates what was streamed, and nothing else. No decision depends on it. */
export class TurnState {
  readonly #steps: TurnStep[] = [];
  readonly #references: DescriptorMetadata[] = [];
  readonly #contextReports: ContextReport[] = [];
  readonly #warnings: TurnWarning[] = [];
  #ledger: SourceLedgerSnapshot;
  readonly #text = new GrowingText();
  readonly #shown = new GrowingText();
  #citations = new Map<string, Citation>();
  #answer = '';
  #shownAnswer = '';
  #answerCitations: Citation[] = [];
  #claims: AnswerClaim[] = [];
  #repair: AnswerRepair | null = null;
  #against: ClaimAgainst[] | null = null;
  #isGrounded = false;
  #usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  #costUsd: number | null = null;
  #error: TurnFailure | null = null;
  #question: UserQuestion | null = null;

  constructor(ledger: SourceLedgerSnapshot) {
    this.#ledger = ledger;
  }

  beginStep(): void {
    this.#steps.push({ reasoning: '', narration: '', calls: [] });
  }

  addReasoning(text: string): void {
    this.#step().reasoning += text;
  }

  addText(text: string): void {
    this.#text.add(text);
  }

  addShown(text: string): void {
    this.#shown.add(text);
  }

  /** A later citation with the same id replaces the earlier one in place. */
  addCitation(citation: Citation): void {
    this.#citations.set(citation.citationId, citation);
  }

  /** Whether `before` was found and replaced. */
  replaceCitation(before: Citation, after: Citation): boolean {
    if (this.#citations.get(before.citationId) === before) {
      this.#citations.set(before.citationId, after);
      return true;
    }
    for (const list of [this.#answerCitations, ...this.#steps.map((step) => step.citations ?? [])]) {
      const index = list.indexOf(before);
      if (index >= 0) list[index] = after;
      if (index >= 0) return true;
    }
    return false;
  }

  /** The step's text is complete: narration if calls go with it, otherwise the answer. */
  endText(options: { narration: boolean }): void {
    const citations = [...this.#citations.values()];
    if (options.narration) {
      this.#step().narration += this.#text.toString();
      if (citations.length > 0) this.#step().citations = [...(this.#step().citations ?? []), ...citations];
    } else {
      this.#answer = this.#text.toString();
      this.#shownAnswer = this.#shown.toString();
      this.#answerCitations = citations;
    }
    this.#text.clear();
    this.#shown.clear();
    this.#citations = new Map();
  }

  startCall(call: { callId: string; toolName: string }): void {
    this.#step().calls.push({ callId: call.callId, toolName: call.toolName, input: '' });
  }

  setCallInput(callId: string, input: JsonValue): void {
    const call = this.#call(callId);
    if (call) call.input = input;
  }

  finishCall(record: ToolCallRecord): void {
    const call = this.#call(record.callId);
    if (call) Object.assign(call, record);
    if (record.outcome?.question) this.#question = record.outcome.question;
  }

  setProviderMetadata(metadata: JsonValue): void {
    this.#step().providerMetadata = metadata;
  }

  setLedger(ledger: SourceLedgerSnapshot): void {
    this.#ledger = ledger;
  }

  addReference(reference: DescriptorMetadata): void {
    this.#references.push(reference);
  }

  addContextReport(report: ContextReport): void {
    this.#contextReports.push(report);
  }

  /** Called before a replacement report for the same step. */
  dropLastReport(): void {
    this.#contextReports.pop();
  }

  addUsage(usage: TokenUsage, costUsd: number | undefined): void {
    this.#usage = addUsage(this.#usage, usage);
    if (costUsd !== undefined) this.#costUsd = (this.#costUsd ?? 0) + costUsd;
  }

  addWarning(warning: TurnWarning): void {
    this.#warnings.push(warning);
  }

  setError(error: TurnFailure): void {
    this.#error = error;
  }

  /** The turn searched, or already had documents. */
  setGrounded(): void {
    this.#isGrounded = true;
  }

  get isGrounded(): boolean {
    return this.#isGrounded;
  }

  /** CIT-7: computed from the shown answer, and stored. */
  takeClaims({ isCut }: { isCut: boolean }): AnswerClaim[] {
    this.#claims = answerClaims({ text: this.#shownAnswer, citations: this.#answerCitations, isCut });
    return this.#claims;
  }

  /** The answer as it stands, once complete. */
  get judged(): JudgedAnswer {
    return {
      answer: this.#answer,
      text: this.#shownAnswer,
      citations: this.#answerCitations,
      claims: this.#claims,
    };
  }

  /** CIT-8: the original version is kept. */
  repairAnswer({ answer, text, citations, claims, changes, refused }: RepairedAnswer): void {
    const first = { text: this.#shownAnswer, citations: this.#answerCitations, claims: this.#claims };
    this.#repair = { first, changes, ...(refused && { refused }) };
    this.#answer = answer;
    this.#shownAnswer = text;
    this.#answerCitations = citations;
    this.#claims = claims;
  }

  setAgainst(claims: ClaimAgainst[]): void {
    this.#against = claims;
  }

  /** Called once, when the turn has ended. */
  result(reason: StopReason, answerId: string): TurnResult {
    return {
      status: STATUS[reason],
      reason,
      steps: this.#steps,
      answer: this.#answer,
      shownAnswer: this.#shownAnswer,
      repair: this.#repair,
      against: this.#against,
      citations: this.#answerCitations,
      claims: this.#claims,
      isGrounded: this.#isGrounded,
      referenceSet: { answerId, references: referencesOf(this.#answerCitations) },
      references: this.#references,
      ledger: this.#ledger,
      contextReports: this.#contextReports,
      usage: this.#usage,
      costUsd: this.#costUsd,
      warnings: this.#warnings,
      error: this.#error,
      question: this.#question,
    };
  }

  #step(): TurnStep {
    const step = this.#steps.at(-1);
    if (!step) throw new RangeError('Nothing can be accumulated before the first step.');
    return step;
  }

  #call(callId: string): ToolCallRecord | undefined {
    return this.#step().calls.find((call) => call.callId === callId);
  }
}

function referencesOf(citations: readonly Citation[]): SourceReference[] {
  return citations.flatMap(({ number, itemId, passage }) =>
    itemId !== null && passage
      ? [{ number, sourceId: sourceIdOf({ itemId, chunkId: passage.chunkId }) }]
      : [],
  );
}
