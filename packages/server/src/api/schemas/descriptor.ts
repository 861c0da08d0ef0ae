import { z } from '@hono/zod-openapi';
import { IdSchema } from './common.js';

export const DescriptorSchema = z
  .looseObject({
    name: z.string(),
    version: z.number(),
    origin: z.looseObject({ kind: z.string() }),
    characters: z.number(),
    lines: z.number(),
    bytes: z.number(),
    category: z.enum(['code', 'data', 'text']),
    createdAt: z.string(),
    messageId: z.string().nullable(),
  })
  .openapi('Descriptor');

const HandleSchema = z.string().regex(/^(?:fd:\d{1,9}|ref:.{1,200})$/u);

export const DescriptorParamSchema = z.object({ id: IdSchema, name: HandleSchema });

const count = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31);

export const BranchQuerySchema = z.object({
  /** A message of the branch to use; absent: the displayed branch. */
  leaf: IdSchema.optional(),
  version: count.optional(),
});

export const DescriptorReadQuerySchema = BranchQuerySchema.extend({
  page: count.optional(),
  pageSize: z.coerce.number().int().min(100).max(200_000).default(8000),
  start: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31)
    .optional(),
  end: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31)
    .optional(),
});

export const DescriptorPageSchema = z.object({
  content: z.string(),
  page: z.number(),
  pages: z.number(),
  start: z.number(),
  end: z.number(),
});

export const DescriptorSearchQuerySchema = BranchQuerySchema.extend({
  pattern: z.string().min(1).max(1000),
  regex: z.enum(['true', 'false']).optional(),
  fromLine: count.default(1),
});

export const DescriptorMatchesSchema = z.object({
  rows: z.array(z.object({ line: z.number(), text: z.string() })),
  nextLine: z.number().nullable(),
});

export const WorkspaceFileSchema = z.object({
  path: z.string(),
  bytes: z.number(),
  modifiedAt: z.string(),
});

export const SourceSchema = z
  .object({
    number: z.number(),
    itemId: z.string(),
    title: z.string(),
    url: z.string().optional(),
    origin: z.enum(['tool', 'file', 'project', 'web']),
    citations: z.number(),
    /** KB-11: its text is no longer the one that answers cited: it was changed or deleted. */
    hasChanged: z.boolean(),
    /** The document was deleted, so `title` no longer names it. */
    isDeleted: z.boolean(),
  })
  .openapi('Source');
