import type { PacketBody } from '@ibid/core/internal';
import { toolFamily } from '../turns/tool-family.js';
import type { Telemetry, TelemetrySpan } from './telemetry.js';

/** Steps and tool calls of one turn as spans, derived from its packets; the engine does not know about it. */
export class TurnSpans {
  readonly #telemetry: Telemetry;
  readonly #modelId: string;
  readonly #calls = new Map<string, TelemetrySpan>();
  #step: TelemetrySpan | null = null;

  constructor(telemetry: Telemetry, modelId: string) {
    this.#telemetry = telemetry;
    this.#modelId = modelId;
  }

  take(packet: PacketBody): void {
    switch (packet.type) {
      case 'context-report':
        this.#step?.end();
        this.#step = this.#telemetry.begin('step', {
          'ibid.step': packet.step,
          'gen_ai.request.model': this.#modelId,
          'ibid.context.tokens': packet.report.totalTokens,
        });
        break;
      case 'usage': {
        const { inputTokens, outputTokens } = packet.usage;
        this.#step?.set({
          'gen_ai.usage.input_tokens': inputTokens,
          'gen_ai.usage.output_tokens': outputTokens,
        });
        this.#step?.end();
        this.#step = null;
        const model = { 'gen_ai.request.model': this.#modelId };
        this.#telemetry.count('ibid.tokens.input', inputTokens, model);
        this.#telemetry.count('ibid.tokens.output', outputTokens, model);
        break;
      }
      case 'tool-start': {
        const { toolName, callId } = packet;
        const attributes = { 'gen_ai.tool.name': toolFamily(toolName), 'gen_ai.tool.call.id': callId };
        this.#calls.set(packet.callId, this.#telemetry.begin('tool', attributes));
        break;
      }
      case 'tool-result':
        if (packet.isError) this.#endCall(packet.callId, 'tool_failed');
        break;
      case 'tool-end':
        this.#endCall(packet.callId);
        break;
      case 'error':
        this.#step?.end(packet.code);
        this.#step = null;
        break;
      default:
    }
  }

  /** Ends spans of interrupted steps with the turn. */
  end(): void {
    this.#step?.end();
    for (const call of this.#calls.values()) call.end();
    this.#calls.clear();
  }

  #endCall(callId: string, failed?: string): void {
    this.#calls.get(callId)?.end(failed);
    this.#calls.delete(callId);
  }
}
