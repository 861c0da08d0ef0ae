import type { Packet, PacketType } from '../turn/packet.js';
import { checkPackets } from './check-packets.js';

/**
 * Records the packets of one turn and answers common questions about them.
 *
 * ```ts
 * import { runTurn } from '@ibid/core';
 * import { PacketRecorder, scriptedModel, testTurnOptions } from '@ibid/core/testing';
 *
 * const recorder = new PacketRecorder();
 * const model = scriptedModel([[{ text: 'Hello.' }]]);
 * await runTurn({ ...testTurnOptions({ model }), onPacket: recorder.record }).result;
 * console.log(recorder.answerText);
 * ```
 */
export class PacketRecorder {
  readonly packets: Packet[] = [];

  /** Pass it as `onPacket` or to `subscribe`. */
  readonly record = (packet: Packet): void => {
    this.packets.push(packet);
  };

  of<Type extends PacketType>(type: Type): Extract<Packet, { type: Type }>[] {
    return this.packets.filter((packet): packet is Extract<Packet, { type: Type }> => packet.type === type);
  }

  /** The types in order, with runs of the same type collapsed. */
  get outline(): PacketType[] {
    return this.packets.map((packet) => packet.type).filter((type, index, all) => type !== all[index - 1]);
  }

  /** The answer as a page would show it: the text of all blocks that are not narration. */
  get answerText(): string {
    const repair = this.of('repair').at(-1);
    if (repair) return repair.text;
    const narration = new Set(
      this.of('answer-end')
        .filter((packet) => packet.narration)
        .map((packet) => packet.placement.turnIndex),
    );
    return this.of('answer-delta')
      .filter((packet) => !narration.has(packet.placement.turnIndex))
      .map((packet) => packet.text)
      .join('');
  }

  /** Problems of the sequence; empty if there are none. */
  get problems(): string[] {
    return checkPackets(this.packets);
  }
}
