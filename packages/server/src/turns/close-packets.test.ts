import { defineTool, PacketLog, runTurn } from '@ibid/core/internal';
import type { Packet } from '@ibid/core';
import { checkPackets, scriptedModel, testTurnOptions } from '@ibid/core/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closePackets } from './close-packets.js';
import { stepsOfView } from './steps-of-view.js';
import { viewOfPackets } from './view-of-packets.js';

const turn = {
  id: 'turn-1',
  conversationId: 'c',
  userMessageId: 'u',
  assistantMessageId: 'a',
  modelId: 'm',
};
const error = { code: 'interrupted', message: 'Cut off.', retryable: true };

const search = defineTool({
  name: 'search',
  description: 'Finds',
  inputSchema: z.object({}),
  isSearch: true,
  execute: async () => ({
    text: '',
    chunks: [{ itemId: 'i', chunkId: '1', title: 'Sea', text: 'The sea is deep and salt.', score: 1 }],
  }),
});

function closing(packets: readonly Packet[]): readonly Packet[] {
  const log = new PacketLog({ turnId: turn.id, after: packets.length });
  closePackets(turn, packets, { error, emit: (placement, body) => void log.add(placement, body) });
  return log.packets;
}

async function wholeTurn(): Promise<Packet[]> {
  const packets: Packet[] = [];
  const handle = runTurn({
    ...testTurnOptions({
      tools: [search],
      model: scriptedModel([
        [{ reasoning: 'Let me think.' }, { text: 'I will look.' }, { call: 'search', input: {} }],
        [{ text: ['The sea ', 'is deep [1]', ' and it ', 'is salt. It is [1] blue', ' too.'] }],
      ]),
    }),
    turnId: turn.id,
    onPacket: (packet) => void packets.push(packet),
  });
  await handle.result;
  return packets;
}

describe('FLOW-9 a turn that was cut off anywhere', () => {
  it('is well formed once it is closed, at every packet', async () => {
    const packets = await wholeTurn();
    expect(packets.length).toBeGreaterThan(10);
    for (let length = 0; length < packets.length; length += 1) {
      const seen = packets.slice(0, length);
      const all = [...seen, ...closing(seen)];
      expect(checkPackets(all)).toEqual([]);
      const view = viewOfPackets(turn.id, all);
      expect(view.blocks.every((block) => block.kind === 'tools' || block.done)).toBe(true);
      const streamed = seen.map((packet) => (packet.type === 'answer-delta' ? packet.text : '')).join('');
      const { steps, answer } = stepsOfView(view);
      expect(steps.map((step) => step.narration).join('') + answer).toBe(streamed);
    }
  });

  it('CIT-7 has a balance of the whole sentences that had arrived', async () => {
    const packets = await wholeTurn();
    // Killed after the last word, before the claims were told.
    const last = packets.findIndex(({ type }) => type === 'claims');
    const view = viewOfPackets(turn.id, [...packets.slice(0, last), ...closing(packets.slice(0, last))]);
    const answer = view.blocks.findLast((block) => block.kind === 'text');
    const claims = answer?.kind === 'text' ? (answer.claims ?? []) : [];
    const whole = packets.flatMap((packet) => (packet.type === 'claims' ? packet.claims : []));
    expect(whole.length).toBeGreaterThan(0);
    // The first sentence had been checked.
    expect(claims[0]).toEqual(whole[0]);
    expect(answer).toMatchObject({ isGrounded: true });
  });

  it('are none for a turn whose packets say its end', async () => {
    const packets = await wholeTurn();
    expect(packets.at(-1)?.type).toBe('turn-stop');
    expect(closing(packets)).toEqual([]);
  });
});
