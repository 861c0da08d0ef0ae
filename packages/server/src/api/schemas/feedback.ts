import { z } from '@hono/zod-openapi';
import { CitationSchema, ClaimSchema } from './message.js';

const MarkSchema = z.enum(['right', 'wrong']);

/** Why an answer is wrong, or what is good about it. */
const FeedbackReasonSchema = z.enum([
  'wrong-fact',
  'incomplete',
  'not-in-documents',
  'wrong-document',
  'outdated',
  'off-topic',
  'unclear',
  'complete',
  'well-proven',
  'clear',
]);

const MOST_MARKS = 1_000;
const LONGEST_COMMENT = 4_000;

/** Absent fields stay unchanged. */
export const FeedbackChangeSchema = z
  .object({
    /** For the whole answer; null removes it, with its reasons and comment. */
    verdict: MarkSchema.nullish(),
    reasons: z.array(FeedbackReasonSchema).max(10).optional(),
    comment: z.string().trim().max(LONGEST_COMMENT).optional(),
    /** By citation id; null removes a mark. */
    citations: z
      .record(z.string().max(128), MarkSchema.nullable())
      .refine((marks) => Object.keys(marks).length <= MOST_MARKS, { error: 'Too many citations at once.' })
      .optional(),
    /** Whether administrators may read it. */
    isShared: z.boolean().optional(),
  })
  .openapi('FeedbackChange');

export const FeedbackSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    turnId: z.string(),
    messageId: z.string(),
    verdict: MarkSchema.nullable(),
    reasons: z.array(z.string()),
    comment: z.string(),
    citations: z.record(z.string(), MarkSchema),
    isShared: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi('Feedback');

export const FeedbackOfTurnSchema = z
  .object({ feedback: z.union([FeedbackSchema, z.null()]) })
  .openapi('FeedbackOfTurn');

export const FeedbackRowSchema = FeedbackSchema.extend({
  /** Who gave it; null: you. */
  person: z.string().nullable(),
  question: z.string(),
  /** The queries used to answer it. */
  queries: z.array(z.string()),
  /** Knowledge bases and items that the question was limited to. */
  scope: z.array(z.string()),
  modelId: z.string(),
  answer: z.string(),
  claims: z.array(ClaimSchema),
  /** As shown then, with their passages and verdicts. */
  shown: z.array(CitationSchema),
  /** What the model saw of the cited documents. */
  sources: z.array(
    z.object({
      number: z.number().int(),
      itemId: z.string(),
      title: z.string(),
      chunks: z.array(z.object({ chunkId: z.string(), text: z.string() })),
    }),
  ),
}).openapi('FeedbackRow');

export const FeedbackWhoseSchema = z.object({
  /** Your own, or what others shared with administrators. */
  whose: z.enum(['own', 'shared']).default('own'),
});

/** For `everybody`, only figures are returned. */
export const FeedbackTrendQuerySchema = z.object({ whose: z.enum(['own', 'everybody']).default('own') });

const FeedbackFiguresSchema = z.object({
  right: z.number().int(),
  wrong: z.number().int(),
  /** Citations that Ibid called supported and the user right or wrong. */
  supportedRight: z.number().int(),
  supportedWrong: z.number().int(),
  /** The same for those that Ibid called weak, unsupported or unknown. */
  doubtfulRight: z.number().int(),
  doubtfulWrong: z.number().int(),
});

export const FeedbackTrendSchema = z
  .object({
    /** Weeks by their Monday, oldest first; weeks without feedback are left out. */
    weeks: z.array(FeedbackFiguresSchema.extend({ week: z.string() })),
    total: FeedbackFiguresSchema,
    /** How many users gave feedback; 1 for your own. */
    people: z.number().int(),
  })
  .openapi('FeedbackTrend');

const VerdictSchema = z.enum(['supported', 'weak', 'unsupported', 'unknown']).nullable();

const ReplayedPassageSchema = z.object({
  citationId: z.string(),
  itemId: z.string(),
  title: z.string(),
  text: z.string(),
  /** Rank among the current hits, from 1; null: not among the first ten of any search. */
  rank: z.number().int().nullable(),
  /** Its document was deleted, or you may no longer see it. */
  isGone: z.boolean(),
});

export const FeedbackReplaySchema = z
  .object({
    /** Passages that you called right, or that support an answer you called right. */
    wanted: z.array(ReplayedPassageSchema),
    /** Passages that you called wrong. */
    unwanted: z.array(ReplayedPassageSchema),
    /** The check's verdict then and now on the citations you judged; null: their text is no longer stored. */
    verdicts: z.array(
      z.object({ citationId: z.string(), mark: MarkSchema, before: VerdictSchema, now: VerdictSchema }),
    ),
  })
  .openapi('FeedbackReplay');

export const FeedbackDeletedSchema = z.object({ deleted: z.number().int() }).openapi('FeedbackDeleted');
