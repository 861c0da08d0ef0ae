import { answerBalance, answerFound, completeReport } from '@ibid/core/internal';
import type { ContextReport, Packet, ShownSource } from '@ibid/core/internal';

type Chunk = { type: string } & Record<string, unknown>;

/**
 * API-1: converts packets to chunks of the AI SDK's UI message stream. What the format lacks is sent as `data-*` parts.
 */
export class UiChunks {
  readonly #tools = new Map<string, string>();
  readonly #sources = new Set<string>();
  #report: ContextReport | null = null;
  #answer = '';

  of(packet: Packet): Chunk[] {
    const block = String(packet.placement.turnIndex);
    switch (packet.type) {
      case 'turn-start':
        return [
          { type: 'start', messageId: packet.assistantMessageId, messageMetadata: { turnId: packet.turnId } },
          { type: 'start-step' },
        ];
      case 'reasoning-start':
      case 'reasoning-end':
        return [{ type: packet.type, id: `reasoning-${block}` }];
      case 'reasoning-delta':
        return [{ type: 'reasoning-delta', id: `reasoning-${block}`, delta: packet.text }];
      case 'answer-start':
        this.#answer = '';
        return [{ type: 'text-start', id: `text-${block}` }];
      case 'answer-delta':
        this.#answer += packet.text;
        return [{ type: 'text-delta', id: `text-${block}`, delta: packet.text }];
      case 'answer-end':
        return [{ type: 'text-end', id: `text-${block}` }];
      case 'citation': {
        const { citation } = packet;
        return [{ type: 'data-citation', id: citation.citationId, data: citation }];
      }
      case 'claims': {
        const { claims, isGrounded } = packet;
        const [balance, found] = [answerBalance(claims), answerFound(this.#answer)];
        return [{ type: 'data-claims', id: `claims-${block}`, data: { claims, isGrounded, balance, found } }];
      }
      case 'repair': {
        const { text, citations, claims, changes, refused = [] } = packet;
        const data = { text, citations, claims, changes, refused };
        return [{ type: 'data-repair', id: `repair-${block}`, data }];
      }
      case 'against':
        return [{ type: 'data-against', id: `against-${block}`, data: { claims: packet.claims } }];
      case 'tool-start':
      case 'tool-input-delta':
      case 'tool-progress':
      case 'tool-sources':
      case 'tool-result':
      case 'tool-end':
        return this.#ofCall(packet);
      case 'reference': {
        const { descriptor, name, version, category, lines, characters } = packet;
        const data = { descriptor, name, version, category, lines, characters };
        return [{ type: 'data-reference', id: `${descriptor}-${version}`, data }];
      }
      case 'context-report': {
        const report = completeReport(this.#report, packet.report);
        if (!report) return [];
        this.#report = report;
        const data = { step: packet.step, report };
        return [{ type: 'data-context-report', id: `context-${packet.step}`, data, transient: true }];
      }
      case 'usage': {
        const { step, usage, costUsd } = packet;
        return [{ type: 'data-usage', id: `usage-${step}`, data: { step, usage, costUsd: costUsd ?? null } }];
      }
      case 'warning':
        return [
          { type: 'data-warning', data: { code: packet.code, message: packet.message }, transient: true },
        ];
      case 'title':
        return [{ type: 'data-title', data: { title: packet.title }, transient: true }];
      case 'error':
        return [{ type: 'error', errorText: packet.message }];
      case 'turn-stop':
        return packet.reason === 'stopped'
          ? [{ type: 'abort' }]
          : [{ type: 'finish-step' }, { type: 'finish' }];
      case 'heartbeat':
        return [];
    }
  }

  #ofCall(packet: Extract<Packet, { callId: string }>): Chunk[] {
    const { callId: toolCallId } = packet;
    const call = { toolCallId, toolName: this.#tools.get(toolCallId) ?? '', dynamic: true };
    switch (packet.type) {
      case 'tool-start':
        this.#tools.set(toolCallId, packet.toolName);
        return [{ type: 'tool-input-start', ...call, toolName: packet.toolName, ...title(packet.title) }];
      case 'tool-input-delta':
        return [{ type: 'tool-input-delta', toolCallId, inputTextDelta: packet.text }];
      case 'tool-progress':
        return [
          {
            type: 'data-progress',
            data: { toolCallId, message: packet.message, data: packet.data ?? null },
            transient: true,
          },
        ];
      case 'tool-sources':
        return packet.sources.flatMap((source) => this.#source(source));
      case 'tool-result': {
        const input = { type: 'tool-input-available', ...call, input: packet.input };
        if (packet.isError)
          return [input, { type: 'tool-output-error', toolCallId, errorText: packet.text, dynamic: true }];
        const { text, figures, data, question } = packet;
        const output = {
          text,
          ...(figures ? { figures } : {}),
          ...(data === undefined ? {} : { data }),
          ...(question ? { question } : {}),
        };
        return [input, { type: 'tool-output-available', toolCallId, output, dynamic: true }];
      }
      case 'tool-end':
        return [];
    }
  }

  /** One per item, as in the page's list; its chunks are in the tool's output. */
  #source(source: ShownSource): Chunk[] {
    if (this.#sources.has(source.itemId)) return [];
    this.#sources.add(source.itemId);
    const sourceId = String(source.number);
    const about = { ibid: { number: source.number, itemId: source.itemId, chunkId: source.chunkId } };
    return source.url
      ? [{ type: 'source-url', sourceId, url: source.url, title: source.title, providerMetadata: about }]
      : [
          {
            type: 'source-document',
            sourceId,
            mediaType: 'text/plain',
            title: source.title,
            providerMetadata: about,
          },
        ];
  }
}

function title(value: string | undefined) {
  return value === undefined ? {} : { title: value };
}
