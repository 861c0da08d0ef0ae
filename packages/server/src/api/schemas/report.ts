import { z } from '@hono/zod-openapi';
import { withoutDeceptive } from '@ibid/retrieval/internal';
import { IdSchema, labelSchema } from './common.js';
import { ContradictionSchema, InquiryJobSchema, InquiryScopeSchema } from './contradiction.js';
import { BalanceSchema, CitationSchema, ClaimSchema } from './message.js';

const MOST_PARTS = 12;

const BudgetSchema = z.object({
  /** Model calls. */
  steps: z.number().int().min(1).max(2_000),
  tokens: z.number().int().min(1_000).max(20_000_000),
});

const PlanSchema = z
  .array(
    z.object({
      /** The id of an existing section, which keeps its text. */
      id: IdSchema.optional(),
      title: labelSchema(),
      question: z.string().trim().min(1).max(2_000),
    }),
  )
  .min(1)
  .max(MOST_PARTS);

export const NewReportSchema = InquiryScopeSchema.extend({
  question: z.string().overwrite(withoutDeceptive).trim().min(1).max(4_000),
  /** Instead of the proposed plan. */
  plan: PlanSchema.optional(),
  budget: BudgetSchema.partial().optional(),
  modelId: z.string().max(200).optional(),
}).openapi('NewReport');

export const ReportChangeSchema = z
  .object({ plan: PlanSchema.optional(), budget: BudgetSchema.partial().optional() })
  .openapi('ReportChange');

export const ReportSchema = z
  .object({
    id: z.string(),
    question: z.string(),
    knowledgeBaseIds: z.array(z.string()),
    itemIds: z.array(z.string()),
    modelId: z.string().nullable(),
    job: InquiryJobSchema,
    isDone: z.boolean(),
    budget: BudgetSchema,
    used: z.object({ steps: z.number(), tokens: z.number(), costUsd: z.number().nullable() }),
    /** The plan, each section with its text. */
    sections: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        question: z.string(),
        /**
         * `near`: no passage answers it directly, the closest ones are quoted; `nothing`: the documents do not answer
         * it; `left-out`: the budget was used up first.
         */
        state: z.enum(['planned', 'done', 'near', 'nothing', 'failed', 'left-out']),
        text: z.string(),
        citations: z.array(CitationSchema),
        claims: z.array(ClaimSchema),
        balance: BalanceSchema,
        error: z.string().nullable(),
        /** It uses documents that were deleted or are no longer visible; `run` writes it again. */
        isWithheld: z.boolean(),
      }),
    ),
    sources: z.array(
      z.object({
        number: z.number().int(),
        itemId: z.string(),
        title: z.string(),
        url: z.string().nullable(),
      }),
    ),
    balance: BalanceSchema,
    /** Sections that the documents do not answer, or not directly. */
    notFound: z.array(z.object({ title: z.string(), question: z.string(), reason: z.string() })),
    contradictions: z.array(ContradictionSchema),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi('Report');

export const ReportListSchema = z
  .object({
    rows: z.array(
      ReportSchema.pick({
        id: true,
        question: true,
        job: true,
        isDone: true,
        balance: true,
        createdAt: true,
      }).extend({
        parts: z.number().int(),
        written: z.number().int(),
      }),
    ),
  })
  .openapi('ReportList');
