import { z } from '@hono/zod-openapi';
import { orNull } from './common.js';

const OutcomeSchema = z.enum(['done', 'refused', 'failed']);

export const AuditFilterSchema = z.object({
  /** `login`, or a prefix: `conversation` matches every action that begins with it. */
  action: z.string().max(100).optional(),
  actorId: z.string().max(100).optional(),
  targetId: z.string().max(100).optional(),
  outcome: OutcomeSchema.optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
});

/** ORG-2: who did what, when, from where, and the outcome. */
export const AuditLineSchema = z
  .object({
    seq: z.number(),
    at: z.string(),
    actor: orNull(z.object({ id: z.string(), name: z.string() })),
    via: z.string(),
    address: z.string().nullable(),
    action: z.string(),
    target: orNull(z.object({ kind: z.string(), id: z.string() })),
    outcome: OutcomeSchema,
    details: z.record(z.string(), z.unknown()),
    names: z.record(z.string(), z.string()).openapi({
      description: 'What ids in this line are called today, if the reader may see that. Not part of the log',
    }),
    previousHash: z.string(),
    hash: z.string(),
  })
  .openapi('AuditLine');

export const AuditNotedSchema = z.object({
  /** The last line of an earlier check, as recorded elsewhere. */
  noted: z.object({ seq: z.int().min(1), hash: z.string().length(64) }).optional(),
});

export const AuditCheckSchema = z
  .object({
    lines: z.number(),
    head: orNull(z.object({ seq: z.number(), hash: z.string() })),
    faults: z.array(z.string()),
  })
  .openapi('AuditCheck');
