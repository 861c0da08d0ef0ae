import type { Packet } from '../turn/packet.js';
import type { CallView } from './turn-view.js';

type CallPacket = Extract<Packet, { callId: string }>;

/** The calls of one batch after one packet. A call without a `tool-start` is shown too. */
export function reduceCall(calls: CallView[], packet: CallPacket): CallView[] {
  const position = calls.findIndex((call) => call.callId === packet.callId);
  const before = calls[position] ?? newCall(packet);
  const after = applied(before, packet);
  if (position >= 0) return calls.with(position, after);
  return [...calls, after].toSorted((one, other) => one.tab - other.tab);
}

function newCall(packet: CallPacket): CallView {
  return {
    callId: packet.callId,
    tab: packet.placement.tabIndex,
    toolName: '',
    title: null,
    inputText: '',
    input: null,
    progress: [],
    sources: [],
    result: null,
    milliseconds: null,
    done: false,
  };
}

function applied(call: CallView, packet: CallPacket): CallView {
  switch (packet.type) {
    case 'tool-start':
      return { ...call, toolName: packet.toolName, title: packet.title ?? null };
    case 'tool-input-delta':
      return { ...call, inputText: call.inputText + packet.text };
    case 'tool-progress':
      return {
        ...call,
        progress: [
          ...call.progress,
          {
            message: packet.message,
            step: packet.placement.subTurnIndex ?? null,
            data: packet.data ?? null,
          },
        ],
      };
    case 'tool-sources':
      return { ...call, sources: [...call.sources, ...packet.sources] };
    case 'tool-result':
      return {
        ...call,
        input: packet.input,
        result: {
          text: packet.text,
          descriptor: packet.descriptor ?? null,
          figures: packet.figures ?? null,
          data: packet.data ?? null,
          isError: packet.isError,
        },
      };
    case 'tool-end':
      return { ...call, milliseconds: packet.milliseconds, done: true };
  }
}
