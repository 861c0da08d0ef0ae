import type { Citation, Packet, RepairChange, TokenUsage, TurnHandle } from '@ibid/core/internal';

/** A turn in terms of OpenAI's clients. */
export type AnswerEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; callId: string; toolName: string; input: string }
  | { type: 'failed'; code: string; message: string };

export interface AnswerEnd {
  text: string;
  /** The text without its closing list, whose titles and passages depend on the rights at that moment. */
  said: string;
  /** Citations of the whole text, with positions in `text`. */
  citations: Citation[];
  calls: { callId: string; toolName: string; input: string }[];
  usage: TokenUsage;
  failure: { code: string; message: string } | null;
}

/** A stream cannot be revised, so corrections are appended (CIT-8). */
function corrections(changes: readonly RepairChange[]): string {
  const lines = changes.map(({ before, after }) =>
    after === null ? `- Not supported by the sources: “${before}”` : `- Instead of “${before}”: ${after}`,
  );
  return `\n\nCorrections:\n${lines.join('\n')}`;
}

/**
 * Emits what the caller sees of a turn: text, and calls of the caller's own tools. Calls of our tools stay internal.
 */
export async function answerEvents(
  handle: TurnHandle,
  callerTools: ReadonlySet<string>,
  /** Null: the caller gets the whole answer at once, as repaired. */
  onEvent: ((event: AnswerEvent) => void) | null,
  /** Appended to the answer, e.g. the list of its sources. */
  closing: (citations: readonly Citation[]) => string = () => '',
): Promise<AnswerEnd> {
  let text = '';
  const citations = new Map<string, { citation: Citation; offset: number }>();
  const names = new Map<string, string>();
  const calls: AnswerEnd['calls'] = [];
  let blockStart = 0;
  let failure: AnswerEnd['failure'] = null;
  const say = (part: string): void => {
    text += part;
    onEvent?.({ type: 'text', text: part });
  };
  const take = (packet: Packet): void => {
    switch (packet.type) {
      case 'answer-start':
        if (text !== '') say('\n\n');
        blockStart = text.length;
        break;
      case 'answer-delta':
        say(packet.text);
        break;
      case 'reasoning-delta':
        onEvent?.({ type: 'reasoning', text: packet.text });
        break;
      case 'citation': {
        const { citation } = packet;
        const known = citations.get(citation.citationId);
        citations.set(citation.citationId, { citation, offset: known?.offset ?? blockStart });
        break;
      }
      case 'tool-start':
        names.set(packet.callId, packet.toolName);
        break;
      case 'tool-result': {
        const toolName = names.get(packet.callId) ?? '';
        if (!callerTools.has(toolName)) break;
        const call = { callId: packet.callId, toolName, input: JSON.stringify(packet.input) };
        calls.push(call);
        onEvent?.({ type: 'call', ...call });
        break;
      }
      case 'error':
        failure = { code: packet.code, message: packet.message };
        onEvent?.({ type: 'failed', ...failure });
        break;
      case 'repair': {
        if (packet.changes.length === 0) break;
        if (onEvent) {
          say(corrections(packet.changes));
          break;
        }
        text = text.slice(0, blockStart) + packet.text;
        for (const [id, { offset }] of citations) if (offset === blockStart) citations.delete(id);
        for (const citation of packet.citations)
          citations.set(citation.citationId, { citation, offset: blockStart });
        break;
      }
      default:
    }
  };
  for await (const packet of handle.packets) take(packet);
  const { usage } = await handle.result;
  const last = failure ? '' : closing([...citations.values()].map(({ citation }) => citation));
  const said = text;
  if (last !== '') say(last);
  return {
    text,
    said,
    calls,
    usage,
    failure,
    citations: [...citations.values()].map(({ citation, offset }) => ({
      ...citation,
      range: { start: citation.range.start + offset, end: citation.range.end + offset },
    })),
  };
}
