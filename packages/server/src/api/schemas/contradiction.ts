import { z } from '@hono/zod-openapi';
import { IdSchema } from './common.js';
import { JobSchema } from './job.js';
import { PassageSchema, SourceDateSchema } from './message.js';

const MOST_NAMED = 500;

/** Where to look; nothing named means everything you may see. */
export const InquiryScopeSchema = z.object({
  knowledgeBaseIds: z.array(IdSchema).max(MOST_NAMED).default([]),
  itemIds: z.array(IdSchema).max(MOST_NAMED).default([]),
});

export const NewContradictionsSchema = InquiryScopeSchema.extend({
  /** Compare only what a search for this finds. */
  topic: z.string().trim().min(1).max(2_000).optional(),
  /** Compare what the documents say about the claims of this answer. */
  turnId: IdSchema.optional(),
}).openapi('NewContradictions');

/** State and progress of the inquiry's job; null: not started. */
export const InquiryJobSchema = z.union([
  JobSchema.pick({ id: true, state: true, progress: true, error: true }),
  z.null(),
]);

const SideSchema = z.object({
  itemId: z.string(),
  title: z.string(),
  /** As written there, e.g. `180 days`. */
  said: z.string(),
  passage: PassageSchema,
  date: SourceDateSchema,
  knowledgeBaseId: z.string().optional(),
});

export const ContradictionSchema = z
  .object({
    kind: z.enum(['number', 'date', 'polarity', 'name']),
    /** The older side first. */
    sides: z.array(SideSchema).length(2),
    closeness: z.number(),
    /**
     * `found` by the rules; `confirmed` or `rejected` by a language model; `open`: possible, but one side qualifies the
     * other; `changed`: one document is a newer version that replaces the other.
     */
    standing: z.enum(['confirmed', 'found', 'open', 'changed', 'rejected']),
    opinion: z.object({ isContradiction: z.boolean(), reason: z.string(), modelId: z.string() }).optional(),
  })
  .openapi('Contradiction');

export const ContradictionsSchema = z
  .object({
    id: z.string(),
    /** The question in words; empty: everything. */
    question: z.string(),
    knowledgeBaseIds: z.array(z.string()),
    itemIds: z.array(z.string()),
    turnId: z.string().nullable(),
    job: InquiryJobSchema,
    isDone: z.boolean(),
    documents: z.number().int(),
    statements: z.number().int(),
    compared: z.number().int(),
    /** There was more than one run can process. */
    isCut: z.boolean(),
    rows: z.array(ContradictionSchema),
    createdAt: z.string(),
  })
  .openapi('Contradictions');

export const ContradictionListSchema = z
  .object({ rows: z.array(ContradictionsSchema.omit({ rows: true }).extend({ found: z.number().int() })) })
  .openapi('ContradictionList');

export const StartedInquirySchema = z.object({ id: z.string(), jobId: z.string() }).openapi('StartedInquiry');
