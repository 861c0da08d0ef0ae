import type { Packet } from '../turn/packet.js';

type Call = { turnIndex: number; tabIndex: number; result: boolean; ended: boolean };
type Block = { kind: 'reasoning' | 'answer'; open: boolean };

/**
 * Checks a turn's packets against the grammar and returns the problems; empty if there are none. Use `complete: false`
 * for a sequence that is not complete yet (a client that has seen a part).
 *
 * ```ts
 * import { runTurn } from '@ibid/core';
 * import { checkPackets, PacketRecorder, scriptedModel, testTurnOptions } from '@ibid/core/testing';
 *
 * const recorder = new PacketRecorder();
 * const model = scriptedModel([[{ text: 'Hello.' }]]);
 * await runTurn({ ...testTurnOptions({ model }), onPacket: recorder.record }).result;
 * console.log(checkPackets(recorder.packets)); // []: nothing wrong
 * ```
 */
export function checkPackets(packets: readonly Packet[], options: { complete?: boolean } = {}): string[] {
  const problems: string[] = [];
  const blocks = new Map<number, Block>();
  const calls = new Map<string, Call>();
  const citations = new Map<string, { turnIndex: number; end: number; verdict: boolean }>();
  const shownLength = new Map<number, number>();
  let stop: Packet | null = null;
  let errors = 0;
  let repaired = false;

  for (const [index, packet] of packets.entries()) {
    const say = (problem: string) => problems.push(`packet ${packet.seq} (${packet.type}): ${problem}`);
    const { turnIndex, tabIndex } = packet.placement;
    if (packet.seq !== index + 1) say(`seq is ${packet.seq}, expected ${index + 1}`);
    if (packet.turnId !== packets[0]?.turnId) say('belongs to another turn');
    if ((index === 0) !== (packet.type === 'turn-start')) say('turn-start is the first packet and only that');
    if (stop) say('comes after turn-stop');
    if (errors > 0 && packet.type !== 'turn-stop') say('only turn-stop follows an error');

    switch (packet.type) {
      case 'reasoning-start':
      case 'answer-start': {
        const kind = packet.type === 'answer-start' ? 'answer' : 'reasoning';
        if (blocks.has(turnIndex)) say(`block ${turnIndex} was started before`);
        if ([...blocks.keys()].some((other) => other > turnIndex)) say('blocks are numbered in order');
        blocks.set(turnIndex, { kind, open: true });
        break;
      }
      case 'reasoning-delta':
      case 'answer-delta': {
        const kind = packet.type === 'answer-delta' ? 'answer' : 'reasoning';
        const block = blocks.get(turnIndex);
        if (block?.kind !== kind || !block.open) say(`no open ${kind} block ${turnIndex}`);
        if (packet.text === '') say('is empty');
        shownLength.set(turnIndex, (shownLength.get(turnIndex) ?? 0) + packet.text.length);
        break;
      }
      case 'reasoning-end':
      case 'answer-end': {
        const kind = packet.type === 'answer-end' ? 'answer' : 'reasoning';
        const block = blocks.get(turnIndex);
        if (block?.kind !== kind || !block.open) say(`no open ${kind} block ${turnIndex}`);
        else block.open = false;
        break;
      }
      case 'citation': {
        const { citationId, range, verdict } = packet.citation;
        const known = citations.get(citationId);
        if (!known) {
          if (!blocks.get(turnIndex)?.open) say(`no open answer block ${turnIndex}`);
          if (range.start < (shownLength.get(turnIndex) ?? 0) && blocksBefore(blocks, turnIndex) === 0) {
            say('comes after the text that shows it');
          }
        } else if (known.turnIndex !== turnIndex) say('a verdict belongs to the block of its citation');
        else if (known.verdict && verdict === null) say('takes a verdict back');
        citations.set(citationId, { turnIndex, end: range.end, verdict: verdict !== null });
        break;
      }
      case 'claims': {
        const block = blocks.get(turnIndex);
        if (block?.kind !== 'answer' || block.open) say(`block ${turnIndex} is no answer that has ended`);
        const ids = packet.claims.flatMap(({ citationIds }) => citationIds);
        if (ids.some((id) => !citations.has(id))) say('names a citation that was not told');
        break;
      }
      case 'repair':
      case 'against': {
        const block = blocks.get(turnIndex);
        if (block?.kind !== 'answer' || block.open) say(`block ${turnIndex} is no answer that has ended`);
        if (packet.type === 'against') break;
        if (repaired) say('an answer is repaired once');
        repaired = true;
        if (packet.changes.length + (packet.refused?.length ?? 0) === 0) say('changes nothing');
        const told = new Set(packet.citations.map(({ citationId }) => citationId));
        if (packet.claims.some(({ citationIds }) => citationIds.some((id) => !told.has(id))))
          say('names a citation that it does not have');
        if (packet.citations.some(({ verdict }) => verdict === null)) say('has a citation without a verdict');
        break;
      }
      case 'tool-start': {
        if (calls.has(packet.callId)) say(`call ${packet.callId} was started before`);
        if (blocks.has(turnIndex)) say(`block ${turnIndex} is not a batch of calls`);
        if ([...calls.values()].some((call) => call.turnIndex === turnIndex && call.tabIndex === tabIndex)) {
          say(`tab ${tabIndex} is taken`);
        }
        calls.set(packet.callId, { turnIndex, tabIndex, result: false, ended: false });
        break;
      }
      case 'tool-input-delta':
      case 'tool-progress':
      case 'tool-sources':
      case 'tool-result':
      case 'tool-end': {
        const call = calls.get(packet.callId);
        if (!call) say(`call ${packet.callId} was not started`);
        else {
          if (call.ended) say(`call ${packet.callId} has ended`);
          if (call.turnIndex !== turnIndex || call.tabIndex !== tabIndex)
            say('is not at the place of its call');
          if (call.result && packet.type !== 'tool-end') say('only tool-end follows a result');
          if (packet.type === 'tool-result') call.result = true;
          if (packet.type === 'tool-end') call.ended = true;
        }
        break;
      }
      case 'error':
        errors++;
        break;
      case 'turn-stop': {
        stop = packet;
        if ((packet.reason === 'failed') !== errors > 0) say('a failed turn, and only that, has an error');
        const finished = packet.reason === 'complete' || packet.reason === 'question';
        for (const [callId, call] of calls) {
          if (!call.ended) say(`call ${callId} has not ended`);
          if (finished && !call.result) say(`call ${callId} has no result`);
        }
        for (const [turnIndexOfBlock, block] of blocks) {
          if (block.open) say(`block ${turnIndexOfBlock} has not ended`);
        }
        for (const [id, citation] of citations) {
          if (!citation.verdict && packet.reason !== 'failed') say(`citation ${id} has no verdict`);
        }
        break;
      }
      default:
    }
  }
  if (options.complete !== false && !stop) problems.push('there is no turn-stop');
  return problems;
}

/** Ranges count over all text blocks of a step, so they can be compared with the shown text only in the first block. */
function blocksBefore(blocks: ReadonlyMap<number, Block>, turnIndex: number): number {
  return [...blocks].filter(([index, block]) => index < turnIndex && block.kind === 'answer' && block.open)
    .length;
}
