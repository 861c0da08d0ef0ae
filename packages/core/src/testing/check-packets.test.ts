import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Packet } from '../turn/packet.js';
import { runTurn } from '../turn/run-turn.js';
import { defineTool } from '../messages/tool.js';
import { checkPackets } from './check-packets.js';
import { PacketRecorder } from './packet-recorder.js';
import { scriptedModel } from './scripted-model.js';
import { testTurnOptions } from './turn-options.js';

const search = defineTool({
  name: 'search',
  description: 'Searches.',
  inputSchema: z.object({}),
  isSearch: true,
  execute: async (_, { progress }) => {
    progress('looking');
    return { text: '', chunks: [{ itemId: 'a', chunkId: '1', title: 'A', text: 'Cats sleep.', score: 1 }] };
  },
});

async function record(): Promise<Packet[]> {
  const recorder = new PacketRecorder();
  const model = scriptedModel([
    [{ reasoning: 'Hm.' }, { text: 'Look.' }, { call: 'search', input: {} }],
    [{ text: 'Cats sleep [1] a lot.' }],
  ]);
  await runTurn(testTurnOptions({ model, tools: [search], onPacket: recorder.record })).result;
  return recorder.packets;
}

const renumbered = (packets: readonly Packet[]) =>
  packets.map((packet, index) => ({ ...packet, seq: index + 1 }));

describe('FLOW-5 the checker', () => {
  it('accepts a turn, and its beginnings as incomplete ones', async () => {
    const packets = await record();
    expect(checkPackets(packets)).toEqual([]);
    for (let length = 1; length < packets.length; length++) {
      const part = packets.slice(0, length);
      expect(checkPackets(part, { complete: false })).toEqual([]);
      expect(checkPackets(part)).toEqual(['there is no turn-stop']);
    }
  });

  it('sees a lost or repeated packet by its number', async () => {
    const packets = await record();
    for (let index = 0; index < packets.length - 1; index++) {
      expect(checkPackets(packets.filter((_, at) => at !== index))).not.toEqual([]);
      expect(
        checkPackets(packets.flatMap((packet, at) => (at === index ? [packet, packet] : [packet]))),
      ).not.toEqual([]);
    }
  });

  it('sees a missing start, end or first citation also without the numbers', async () => {
    const packets = await record();
    const needed = packets.filter((packet) => /-(start|end|stop)$/.test(packet.type));
    expect(needed).toHaveLength(10);
    for (const missing of needed) {
      const changed = renumbered(packets.filter((packet) => packet !== missing));
      expect(checkPackets(changed), `without ${missing.type}`).not.toEqual([]);
    }
  });

  it('sees starts and ends that come twice, and what comes after the end', async () => {
    const packets = await record();
    for (const packet of packets.filter((one) => /-(start|end|stop)$/.test(one.type))) {
      const index = packets.indexOf(packet);
      const changed = renumbered([...packets.slice(0, index + 1), packet, ...packets.slice(index + 1)]);
      expect(checkPackets(changed), `${packet.type} twice`).not.toEqual([]);
    }
  });

  it('sees a citation after the text that shows it, and one without a verdict', async () => {
    const packets = await record();
    const citations = packets.filter((packet) => packet.type === 'citation');
    expect(citations).toHaveLength(2);
    const first = packets.indexOf(citations[0] as Packet);
    const late = [...packets];
    [late[first], late[first + 1]] = [late[first + 1] as Packet, late[first] as Packet];
    expect(checkPackets(renumbered(late)).join()).toContain('after the text that shows it');
    const open = renumbered(packets.filter((packet) => packet !== citations[1]));
    expect(checkPackets(open).join()).toContain('no verdict');
  });

  it('wants an error in a failed turn and nothing between it and turn-stop', async () => {
    const packets = await record();
    const stop = packets.at(-1) as Packet;
    const error: Packet = { ...stop, type: 'error', code: 'x', message: 'y', retryable: true };
    const failed = { ...stop, type: 'turn-stop', reason: 'failed' } as Packet;
    const body = packets.slice(0, -1);
    expect(checkPackets(renumbered([...body, error, failed]))).toEqual([]);
    expect(checkPackets(renumbered([...body, failed]))).not.toEqual([]);
    expect(checkPackets(renumbered([...body, error, stop]))).not.toEqual([]);
    expect(checkPackets(renumbered([...body.slice(0, -1), error, ...body.slice(-1), failed]))).not.toEqual(
      [],
    );
  });
});
