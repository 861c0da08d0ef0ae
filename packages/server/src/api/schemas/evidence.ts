import { z } from '@hono/zod-openapi';
import { RowChoiceSchema } from '../../evidence/chosen-items.js';
import { IdSchema, SharingSchema, orNull, labelSchema } from './common.js';
import { JobSchema } from './job.js';

const PassageSchema = z.object({
  chunkId: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  text: z.string(),
  itemSpan: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
  page: z.number().int().optional(),
  header: z.object({ start: z.number().int(), end: z.number().int(), text: z.string() }).optional(),
  ocr: z.object({ confidence: z.number(), doubtful: z.array(z.string()) }).optional(),
  /** Title of the document that says it replaces this one. */
  replacedBy: z.string().optional(),
});

const MOST_COLUMNS = 20;

const column = {
  name: labelSchema(100),
  question: z.string().trim().min(1).max(500),
  kind: z.enum(['text', 'number', 'date', 'yes-no', 'choice']),
  unit: z.string().trim().max(20).nullable().default(null),
  choices: z.array(z.string().trim().min(1).max(100)).max(30).default([]),
};

export const NewEvidenceColumnSchema = z
  .object(column)
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 1, {
    error: 'A column of the kind choice needs two choices or more.',
  })
  .openapi('NewEvidenceColumn');

const EvidenceColumnSchema = z.object({ id: z.string(), ...column }).openapi('EvidenceColumn');

export const EvidenceTableSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    modelId: z.string().nullable(),
    columns: z.array(EvidenceColumnSchema),
    rows: z.number().int(),
    sharing: SharingSchema,
    isOwner: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi('EvidenceTable');

export const EvidenceTableStateSchema = EvidenceTableSchema.extend({
  counts: z.object({
    byVerdict: z.record(z.string(), z.number().int()),
    edited: z.number().int(),
    /** Cells that a run would compute. */
    pending: z.number().int(),
    stale: z.number().int(),
    /** Rows whose document was deleted, or is hidden from the viewer. */
    withheld: z.number().int(),
  }),
  /** The last run. */
  job: orNull(JobSchema),
}).openapi('EvidenceTableState');

export const NewEvidenceTableSchema = z.object({
  name: labelSchema(),
  columns: z.array(NewEvidenceColumnSchema).max(MOST_COLUMNS).default([]),
  rows: RowChoiceSchema.default({}),
  modelId: z.string().max(200).nullable().default(null),
  sharing: SharingSchema.optional(),
  /** Compute the cells at once. */
  run: z.boolean().default(true),
});

export const EvidenceTableChangeSchema = z.object({
  name: labelSchema().optional(),
  modelId: z.string().max(200).nullable().optional(),
  sharing: SharingSchema.optional(),
});

const VerdictSchema = z.enum(['supported', 'weak', 'unsupported', 'absent', 'failed']);

export const EvidenceCellSchema = z
  .object({
    columnId: z.string(),
    verdict: VerdictSchema.nullable(),
    value: z.string().nullable(),
    number: z.number().nullable(),
    written: z.string().nullable(),
    quote: z.string().nullable(),
    passage: PassageSchema.nullable(),
    reason: z.string().nullable(),
    modelId: z.string().nullable(),
    isStale: z.boolean(),
    /** A user's replacement, with its own verdict and quote; verdict null: not checked. */
    edit: z
      .object({
        value: z.string(),
        by: z.string(),
        at: z.string(),
        verdict: VerdictSchema.nullable(),
        quote: z.string().nullable(),
        passage: PassageSchema.nullable(),
        reason: z.string().nullable(),
      })
      .nullable(),
    version: z.number().int(),
  })
  .openapi('EvidenceCell');

const EvidenceRowSchema = z
  .object({
    id: z.string(),
    /** Null: deleted, or hidden from the viewer. */
    document: z
      .object({ itemId: z.string(), title: z.string(), name: z.string(), knowledgeBaseId: z.string() })
      .nullable(),
    /** The document was deleted; otherwise a null document is hidden from the viewer. */
    isDeleted: z.boolean(),
    isStale: z.boolean(),
    cells: z.array(EvidenceCellSchema),
  })
  .openapi('EvidenceRow');

export const EvidenceRowsSchema = z.object({
  rows: z.array(EvidenceRowSchema),
  total: z.number().int(),
  offset: z.number().int(),
});

export const EvidenceRowsQuerySchema = z.object({
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `document` or the id of a column; a leading minus sorts descending. */
  sort: z
    .string()
    .regex(/^-?[\w.:~-]{1,128}$/u)
    .optional(),
  verdict: z.enum([...VerdictSchema.options, 'edited', 'stale']).optional(),
  column: IdSchema.optional(),
});

export const EvidenceCellParamSchema = z.object({ id: IdSchema, rowId: IdSchema, columnId: IdSchema });
export const EvidenceRowParamSchema = z.object({ id: IdSchema, rowId: IdSchema });
export const EvidenceColumnParamSchema = z.object({ id: IdSchema, columnId: IdSchema });

export const EvidenceEditSchema = z.object({
  /** Null undoes the edit. */
  value: z.string().trim().max(10_000).nullable(),
  /** The version of the cell that the user saw; 0 if never edited. */
  version: z.number().int().min(0),
});

export const EvidenceEditsSchema = z.object({
  /** The current version of the cell. */
  version: z.number().int(),
  rows: z.array(z.object({ value: z.string().nullable(), by: z.string(), at: z.string() })),
});

export const EvidenceExportQuerySchema = z.object({ format: z.enum(['xlsx', 'csv', 'md']).default('xlsx') });
