import { z } from '@hono/zod-openapi';
import { IdSchema } from './common.js';
import { JobSchema } from './job.js';
import { PassageSchema, SourceDateSchema } from './message.js';

const MOST_NAMED = 500;

/** Where to look: nothing named is all that you may see. */
export const InquiryScopeSchema = z.object({
  knowledgeBaseIds: z.array(IdSchema).max(MOST_NAMED).default([]),
  itemIds: z.array(IdSchema).max(MOST_NAMED).default([]),
});

export const NewContradictionsSchema = InquiryScopeSchema.extend({
  /** Only what a search for this finds is compared. */
  topic: z.string().trim().min(1).max(2_000).optional(),
  /** What the documents say on the claims of this answer is compared. */
  turnId: IdSchema.optional(),
}).openapi('NewContradictions');

/** State and progress of the job behind an inquiry; null: it was not begun. */
export const InquiryJobSchema = z.union([
  JobSchema.pick({ id: true, state: true, progress: true, error: true }),
  z.null(),
]);

const SideSchema = z.object({
  itemId: z.string(),
  title: z.string(),
  /** As it is written there, e.g. `180 days`. */
  said: z.string(),
  passage: PassageSchema,
  date: SourceDateSchema,
  knowledgeBaseId: z.string().optional(),
});

export const ContradictionSchema = z
  .object({
    kind: z.enum(['number', 'date', 'polarity', 'name']),
    /** The older one first. */
    sides: z.array(SideSchema).length(2),
    closeness: z.number(),
    /** `found` by the rules; `confirmed` or `rejected` by a language model; `open`: perhaps, one of both narrows it down; `changed`: one document is a newer version of the other and replaces it. */
    standing: z.enum(['confirmed', 'found', 'open', 'changed', 'rejected']),
    opinion: z.object({ isContradiction: z.boolean(), reason: z.string(), modelId: z.string() }).optional(),
  })
  .openapi('Contradiction');

export const ContradictionsSchema = z
  .object({
    id: z.string(),
    /** What was asked, in words; empty: everything. */
    question: z.string(),
    knowledgeBaseIds: z.array(z.string()),
    itemIds: z.array(z.string()),
    turnId: z.string().nullable(),
    job: InquiryJobSchema,
    isDone: z.boolean(),
    documents: z.number().int(),
    statements: z.number().int(),
    compared: z.number().int(),
    /** There was more than is looked through at once. */
    isCut: z.boolean(),
    rows: z.array(ContradictionSchema),
    createdAt: z.string(),
  })
  .openapi('Contradictions');

export const ContradictionListSchema = z
  .object({ rows: z.array(ContradictionsSchema.omit({ rows: true }).extend({ found: z.number().int() })) })
  .openapi('ContradictionList');

export const StartedInquirySchema = z.object({ id: z.string(), jobId: z.string() }).openapi('StartedInquiry');
