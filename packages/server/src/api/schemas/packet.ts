import { z } from '@hono/zod-openapi';
import type { PacketType } from '@ibid/core/internal';

/** Complete: the compiler checks it. */
const TYPES = {
  'turn-start': true,
  'context-report': true,
  'reasoning-start': true,
  'reasoning-delta': true,
  'reasoning-end': true,
  'answer-start': true,
  'answer-delta': true,
  'answer-end': true,
  'tool-start': true,
  'tool-input-delta': true,
  'tool-progress': true,
  'tool-sources': true,
  'tool-result': true,
  'tool-end': true,
  citation: true,
  claims: true,
  repair: true,
  against: true,
  reference: true,
  usage: true,
  warning: true,
  title: true,
  error: true,
  heartbeat: true,
  'turn-stop': true,
} satisfies Record<PacketType, true>;

/** What each event of a turn's stream carries. The document cannot say it of a stream, so it stands beside the routes. */
export const PacketSchema = z
  .looseObject({
    /** Rises by one; the cursor to resume from. */
    seq: z.number().int(),
    turnId: z.string(),
    placement: z.object({
      turnIndex: z.number().int(),
      tabIndex: z.number().int(),
      subTurnIndex: z.number().int().optional(),
    }),
    type: z.enum(Object.keys(TYPES) as [PacketType, ...PacketType[]]),
  })
  .openapi('Packet', {
    description:
      'One event of a turn. Its other fields depend on its type: the guide docs/guides/turns.md describes them, and `Packet` of @ibid/core is their type.',
  });
