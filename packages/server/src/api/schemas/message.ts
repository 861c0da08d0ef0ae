import { z } from '@hono/zod-openapi';
import { UsageSchema, orNull } from './common.js';
import { ContextReportSchema } from './context-report.js';
import { FileSchema } from './file.js';

export const PassageSchema = z.object({
  chunkId: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  itemSpan: z.object({ start: z.number(), end: z.number() }).optional(),
  page: z.number().optional(),
  /** The header of a row further down in a table, or the line that has the name of the passage. */
  header: z.object({ start: z.number(), end: z.number(), text: z.string() }).optional(),
  /** KB-9: for text read by OCR, the confidence from 0 to 100 and the doubtful words. */
  ocr: z.object({ confidence: z.number(), doubtful: z.array(z.string()) }).optional(),
  /** Title of the document that says it replaces this one. */
  replacedBy: z.string().optional(),
});

/** The date named in the document, or its file's date, or else when it was added or last changed here. */
export const SourceDateSchema = z
  .object({ value: z.string(), of: z.enum(['document', 'file', 'added']) })
  .nullable();

export const AgainstRequestSchema = z
  .object({ claim: z.string().trim().min(1).max(20_000) })
  .openapi('AgainstRequest');

/** CIT-9. */
const AgainstRowSchema = z.object({
  /** Its number in this conversation; null in another user's conversation or while a turn runs. */
  number: z.number().int().nullable(),
  itemId: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  date: SourceDateSchema,
  passage: PassageSchema,
  reason: z.string(),
});

export const AgainstSchema = z.object({ rows: z.array(AgainstRowSchema) }).openapi('Against');

export const CitationSchema = z
  .object({
    citationId: z.string(),
    number: z.number().int(),
    itemId: z.string().nullable(),
    title: z.string().optional(),
    url: z.string().optional(),
    range: z.object({ start: z.number(), end: z.number() }),
    passage: PassageSchema.nullable(),
    score: z.number().nullable(),
    verdict: z.enum(['supported', 'weak', 'unsupported', 'unknown']).nullable(),
    /** Its document was deleted: passage, score and verdict are null. */
    isDeleted: z.literal(true).optional(),
    reason: z.string().optional(),
    /** CIT-8: a language model's opinion, in addition to the verdict of the local check. */
    secondOpinion: z
      .object({
        verdict: z.enum(['supported', 'weak', 'unsupported']),
        reason: z.string(),
        modelId: z.string(),
      })
      .optional(),
  })
  .openapi('Citation');

export const OpinionsSchema = z.object({ rows: z.array(CitationSchema) }).openapi('Opinions');

export const ClaimSchema = z
  .object({
    text: z.string(),
    /** Characters of the sentence in the answer. */
    range: z.object({ start: z.number(), end: z.number() }),
    /** `gone`: its source was deleted, so it can no longer be checked. */
    verdict: z.enum(['supported', 'weak', 'unsupported', 'unknown', 'uncited', 'gone']),
    /** Empty if uncited. */
    citationIds: z.array(z.string()),
  })
  .openapi('AnswerClaim');

const AnswerRepairSchema = z
  .object({
    first: z.object({
      text: z.string(),
      citations: z.array(CitationSchema),
      claims: z.array(ClaimSchema),
    }),
    changes: z.array(
      z.object({
        kind: z.enum(['cited', 'corrected', 'removed']),
        before: z.string(),
        /** Null: the sentence was removed. */
        after: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    /** Changes that the model proposed and the check refused; `proposed` null: to remove the sentence. */
    refused: z
      .array(z.object({ before: z.string(), proposed: z.string().nullable(), reason: z.string() }))
      .optional(),
  })
  .openapi('AnswerRepair');

const ClaimAgainstSchema = z
  .object({
    claim: z.string(),
    /** Characters of the sentence in the answer. */
    range: z.object({ start: z.number(), end: z.number() }),
    rows: z.array(AgainstRowSchema),
  })
  .openapi('ClaimAgainst');

/** CIT-7: how many claims an answer makes, by verdict. */
export const BalanceSchema = z
  .object({
    claims: z.number().int(),
    supported: z.number().int(),
    weak: z.number().int(),
    unsupported: z.number().int(),
    unknown: z.number().int(),
    uncited: z.number().int(),
    /** How many can no longer be checked, because their source was deleted. */
    gone: z.number().int(),
    /** Whether the turn searched or had documents in its context. */
    isGrounded: z.boolean(),
    /** Whether the answer claims to have found what was asked; `no`: it only has what comes closest. */
    found: z.enum(['yes', 'in part', 'no']),
    /**
     * In words, such as `Checked against the sources: 5 of 7 claims supported, 1 uncited`; null if nothing is claimed.
     */
    text: z.string().nullable(),
  })
  .openapi('AnswerBalance');

const ShownSourceSchema = z
  .looseObject({
    number: z.number().int(),
    sourceId: z.string(),
    itemId: z.string(),
    chunkId: z.string(),
    title: z.string(),
    preview: z.string(),
    score: z.number().nullable(),
  })
  .openapi('ShownSource');

const QuestionSchema = z
  .object({
    question: z.string(),
    choices: z.array(z.object({ value: z.string(), label: z.string(), hint: z.string().optional() })),
    multiple: z.boolean(),
  })
  .openapi('UserQuestion');

const CallViewSchema = z
  .object({
    callId: z.string(),
    tab: z.number().int(),
    toolName: z.string(),
    title: z.string().nullable(),
    inputText: z.string(),
    input: z.unknown(),
    progress: z.array(z.object({ message: z.string(), step: z.number().nullable(), data: z.unknown() })),
    sources: z.array(ShownSourceSchema),
    result: z
      .object({
        text: z.string(),
        descriptor: z.string().nullable(),
        figures: z.record(z.string(), z.unknown()).nullable(),
        data: z.unknown(),
        isError: z.boolean(),
      })
      .nullable(),
    milliseconds: z.number().nullable(),
    done: z.boolean(),
  })
  .openapi('CallView');

const BlockViewSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('reasoning'), index: z.number(), text: z.string(), done: z.boolean() }),
    z.object({
      kind: z.literal('text'),
      index: z.number(),
      text: z.string(),
      done: z.boolean(),
      narration: z.boolean(),
      citations: z.array(CitationSchema),
      claims: z.array(ClaimSchema).optional(),
      isGrounded: z.boolean().optional(),
      /** CIT-8: the answer before its repair, and the changes. */
      repair: AnswerRepairSchema.optional(),
      /** CIT-9: claims with counter-evidence. */
      against: z.array(ClaimAgainstSchema).optional(),
    }),
    z.object({ kind: z.literal('tools'), index: z.number(), calls: z.array(CallViewSchema) }),
  ])
  .openapi('BlockView');

/** Everything a page shows of one turn, both while it runs and afterwards. */
const TurnViewSchema = z
  .object({
    turnId: z.string(),
    /** The resume cursor: the last packet included in this view. */
    seq: z.number().int(),
    status: z.enum(['running', 'complete', 'stopped', 'failed', 'interrupted', 'question']),
    modelId: z.string().nullable(),
    assistantMessageId: z.string().nullable(),
    blocks: z.array(BlockViewSchema),
    references: z.array(
      z.object({
        descriptor: z.string(),
        name: z.string(),
        version: z.number(),
        category: z.enum(['code', 'data', 'text']),
        lines: z.number(),
        characters: z.number(),
      }),
    ),
    reports: z.array(z.object({ step: z.number(), report: ContextReportSchema })),
    usage: orNull(UsageSchema),
    costUsd: z.number().nullable(),
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    title: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
    question: orNull(QuestionSchema),
  })
  .openapi('TurnView');

const inTree = {
  id: z.string(),
  parentId: z.string().nullable(),
  /** Messages with the same parent, this one included, oldest first. */
  siblings: z.array(z.string()),
  createdAt: z.string(),
};

/** WEB-9: what applied to a question and its answer. Names are looked up with the reader's own rights. */
const AskedSchema = z.object({ scope: z.array(z.string()), agentId: z.string().nullable() }).openapi('Asked');

const MessageSchema = z
  .discriminatedUnion('role', [
    z.object({
      ...inTree,
      role: z.literal('user'),
      text: z.string(),
      files: z.array(FileSchema),
      /** Of the displayed answer to it. */
      asked: AskedSchema,
    }),
    z.object({
      ...inTree,
      role: z.literal('assistant'),
      text: z.string(),
      turnId: z.string(),
      asked: AskedSchema,
      status: z.enum(['running', 'complete', 'stopped', 'failed', 'interrupted']),
      view: TurnViewSchema,
      /** Null until the answer is complete, and for answers from earlier versions. */
      balance: orNull(BalanceSchema),
    }),
  ])
  .openapi('Message');

export const BranchSchema = z
  .object({
    /** From the root to the leaf. */
    messages: z.array(MessageSchema),
    leafId: z.string().nullable(),
    runningTurnId: z.string().nullable(),
  })
  .openapi('Branch');
