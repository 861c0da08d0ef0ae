import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { JsonValue } from '../messages/json-value.js';
import { convertUsage } from './usage.js';
import type { RequestedCall } from './requested-call.js';
import { validToolName } from './requested-call.js';
import type { StepProviderData } from '../messages/step-provider-data.js';
import type { TokenUsage } from '../messages/tool-outcome.js';
import { GrowingText } from '../messages/growing-text.js';
import type { TurnWriter } from './turn-writer.js';
import type { WrittenCall } from './parse-written-calls.js';
import { WrittenCallGuard } from './written-call-guard.js';

interface OpenInput {
  call: RequestedCall;
  hadDeltas: boolean;
}

/** Consumes the parts of one inference. What can be shown goes to the writer at once; the rest is kept for the loop. */
export class StepReader {
  readonly #writer: TurnWriter;
  readonly #uniqueCallId: (proposed: string) => string;
  readonly #titleOf: (toolName: string) => string | undefined;
  readonly #guard: WrittenCallGuard;
  readonly #inputs = new Map<string, OpenInput>();
  readonly #providerData: StepProviderData = {};
  #reasoningBlock = '';
  #reasoningMetadata: SharedV4ProviderMetadata | undefined;
  readonly calls: RequestedCall[] = [];
  reasoning = '';
  readonly #text = new GrowingText();
  usage: TokenUsage | null = null;
  finishReason: LanguageModelV4FinishReason | null = null;
  /** Once set, a failed request is not retried. */
  started = false;
  /** The error came from processing the parts, not from the provider. */
  ownFault = false;

  constructor(options: {
    writer: TurnWriter;
    uniqueCallId: (proposed: string) => string;
    titleOf: (toolName: string) => string | undefined;
    toolNames: ReadonlySet<string>;
  }) {
    this.#writer = options.writer;
    this.#uniqueCallId = options.uniqueCallId;
    this.#titleOf = options.titleOf;
    this.#guard = new WrittenCallGuard({
      toolNames: options.toolNames,
      show: (text) => {
        this.#text.add(text);
        options.writer.text(text);
      },
      shown: () => this.text,
    });
  }

  readonly take = (part: LanguageModelV4StreamPart): void => {
    if (part.type === 'error') throw part.error;
    try {
      this.#take(part);
    } catch (error) {
      this.ownFault = true;
      throw error;
    }
  };

  #take(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-delta':
        if (part.delta === '') return;
        this.started = true;
        this.#guard.write(part.delta);
        return;
      case 'reasoning-start':
        this.#reasoningMetadata = part.providerMetadata;
        return;
      case 'reasoning-delta':
        // Signatures come with an empty delta.
        this.#reasoningMetadata = part.providerMetadata ?? this.#reasoningMetadata;
        if (part.delta !== '') {
          this.started = true;
          this.reasoning += part.delta;
          this.#reasoningBlock += part.delta;
          this.#writer.reasoning(part.delta);
        }
        return;
      case 'reasoning-end':
        this.#writer.endReasoning();
        this.#keepReasoning(part.providerMetadata ?? this.#reasoningMetadata);
        return;
      case 'text-end':
        if (part.providerMetadata) this.#providerData.text = part.providerMetadata as JsonValue;
        return;
      case 'tool-input-start':
        if (!part.providerExecuted) this.#startCall(part.id, part.toolName);
        return;
      case 'tool-input-delta':
        this.#addInput(part.id, part.delta);
        return;
      case 'tool-call':
        if (!part.providerExecuted) this.#completeCall(part);
        return;
      case 'finish':
        this.usage = convertUsage(part.usage);
        this.finishReason = part.finishReason;
        return;
      case 'stream-start':
        for (const warning of part.warnings) {
          this.#writer.warning('provider', 'message' in warning ? warning.message : warning.feature);
        }
        return;
      default:
    }
  }

  /** Ends the stream: shows what was held back, or returns the calls that the model wrote as text. */
  end(): { writtenCalls: WrittenCall[] } {
    for (const { call } of this.#inputs.values()) this.calls.push(call);
    this.#inputs.clear();
    if (this.calls.length === 0) return { writtenCalls: this.#guard.end() };
    this.#guard.release();
    return { writtenCalls: [] };
  }

  /** The stream broke: shows what was held back as text. */
  release(): void {
    this.#guard.release();
  }

  /** Excludes text held back as a written call. */
  get text(): string {
    return this.#text.toString();
  }

  get providerData(): StepProviderData | null {
    return Object.keys(this.#providerData).length > 0 ? this.#providerData : null;
  }

  #startCall(id: string, toolName: string): OpenInput {
    this.started = true;
    this.#guard.release();
    const name = validToolName(toolName);
    const call: RequestedCall = { callId: this.#uniqueCallId(id), toolName: name, rawInput: '' };
    const title = this.#titleOf(name);
    const input: OpenInput = { call, hadDeltas: false };
    this.#inputs.set(id, input);
    this.#writer.startCall({
      callId: call.callId,
      toolName: name,
      ...(title === undefined ? {} : { title }),
    });
    return input;
  }

  #addInput(id: string, delta: string): void {
    const input = this.#inputs.get(id);
    if (!input || delta === '') return;
    input.hadDeltas = true;
    input.call.rawInput += delta;
    this.#writer.callInputDelta(input.call.callId, delta);
  }

  #completeCall(part: {
    toolCallId: string;
    toolName: string;
    input: string;
    providerMetadata?: SharedV4ProviderMetadata;
  }): void {
    const { call, hadDeltas } =
      this.#inputs.get(part.toolCallId) ?? this.#startCall(part.toolCallId, part.toolName);
    this.#inputs.delete(part.toolCallId);
    call.rawInput = part.input;
    if (!hadDeltas) this.#writer.callInputDelta(call.callId, part.input);
    if (part.providerMetadata) {
      this.#providerData.calls ??= {};
      this.#providerData.calls[call.callId] = part.providerMetadata as JsonValue;
    }
    this.calls.push(call);
  }

  #keepReasoning(metadata: SharedV4ProviderMetadata | undefined): void {
    const text = this.#reasoningBlock;
    this.#reasoningBlock = '';
    if (!metadata) return;
    this.#providerData.reasoning ??= [];
    this.#providerData.reasoning.push({ text, metadata: metadata as JsonValue });
  }
}
