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

/** What is not named stays. */
export const FeedbackChangeSchema = z
  .object({
    /** Of the answer as a whole; null takes it back, with its reasons and the comment. */
    verdict: MarkSchema.nullish(),
    reasons: z.array(FeedbackReasonSchema).max(10).optional(),
    comment: z.string().trim().max(LONGEST_COMMENT).optional(),
    /** By the id of a citation; null takes a mark back. */
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
  /** Who said it; null: you. */
  person: z.string().nullable(),
  question: z.string(),
  /** What was searched for to answer it. */
  queries: z.array(z.string()),
  /** Knowledge bases and items that it was limited to. */
  scope: z.array(z.string()),
  modelId: z.string(),
  answer: z.string(),
  claims: z.array(ClaimSchema),
  /** As they were, with the passage and the verdict of that day. */
  shown: z.array(CitationSchema),
  /** What the model saw of the documents that are cited. */
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
  /** Your own, or what others let administrators read. */
  whose: z.enum(['own', 'shared']).default('own'),
});

/** Of everybody there are figures only. */
export const FeedbackTrendQuerySchema = z.object({ whose: z.enum(['own', 'everybody']).default('own') });

const FeedbackFiguresSchema = z.object({
  right: z.number().int(),
  wrong: z.number().int(),
  /** Citations that Ibid called supported, and the person right or wrong. */
  supportedRight: z.number().int(),
  supportedWrong: z.number().int(),
  /** The same of those that Ibid called weak, unsupported or unknown. */
  doubtfulRight: z.number().int(),
  doubtfulWrong: z.number().int(),
});

export const FeedbackTrendSchema = z
  .object({
    /** Weeks by their Monday, the oldest first; those without feedback are left out. */
    weeks: z.array(FeedbackFiguresSchema.extend({ week: z.string() })),
    total: FeedbackFiguresSchema,
    /** How many people said something; 1 where it is your own. */
    people: z.number().int(),
  })
  .openapi('FeedbackTrend');

const VerdictSchema = z.enum(['supported', 'weak', 'unsupported', 'unknown']).nullable();

const ReplayedPassageSchema = z.object({
  citationId: z.string(),
  itemId: z.string(),
  title: z.string(),
  text: z.string(),
  /** Place among today's hits, from 1; null: it is not among the first ten of any search. */
  rank: z.number().int().nullable(),
  /** Its document is no more, or you may no longer see it. */
  isGone: z.boolean(),
});

export const FeedbackReplaySchema = z
  .object({
    /** Passages that you called right, or that an answer you called right rests on. */
    wanted: z.array(ReplayedPassageSchema),
    /** Passages that you called wrong. */
    unwanted: z.array(ReplayedPassageSchema),
    /** What the check said of the citations that you judged, and says now; null: their text is no longer kept. */
    verdicts: z.array(
      z.object({ citationId: z.string(), mark: MarkSchema, before: VerdictSchema, now: VerdictSchema }),
    ),
  })
  .openapi('FeedbackReplay');

export const FeedbackDeletedSchema = z.object({ deleted: z.number().int() }).openapi('FeedbackDeleted');
