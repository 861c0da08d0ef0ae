import { z } from '@hono/zod-openapi';
import {
  CursorQuerySchema,
  IdParamSchema,
  IdSchema,
  JsonObjectSchema,
  SharingSchema,
  orNull,
} from './common.js';
import { JobSchema } from './job.js';

export const KnowledgeBaseSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    kind: z.enum(['standard', 'project', 'conversation']),
    items: z.number(),
    chunks: z.number(),
    sharing: SharingSchema,
    isOwner: z.boolean(),
    createdAt: z.string(),
  })
  .openapi('KnowledgeBase');

export const NewKnowledgeBaseSchema = z.object({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(5000).default(''),
  sharing: SharingSchema.optional(),
});

export const KnowledgeBaseChangeSchema = z.object({
  name: z.string().trim().min(1).max(200).optional(),
  description: z.string().max(5000).optional(),
  sharing: SharingSchema.optional(),
});

export const ItemSchema = z
  .object({
    id: z.string(),
    knowledgeBaseId: z.string(),
    title: z.string(),
    name: z.string(),
    externalId: z.string().nullable(),
    url: z.string().nullable(),
    mediaType: z.string(),
    language: z.string().nullable(),
    metadata: JsonObjectSchema,
    contentHash: z.string(),
    characters: z.number(),
    chunks: z.number(),
    tokens: z.number(),
    pages: z.number().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi('Item');

export const ItemListQuerySchema = CursorQuerySchema.extend({ query: z.string().max(200).optional() });

export const ItemListSchema = z.object({
  rows: z.array(ItemSchema),
  cursor: z.string().nullable(),
  total: z.number(),
});

const position = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31);

export const TextQuerySchema = z.object({ start: position.optional(), end: position.optional() });

export const ItemTextSchema = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  characters: z.number(),
});

export const ChunksQuerySchema = z.object({ from: position.default(0), to: position.optional() });

const chunk = {
  id: z.string(),
  itemId: z.string(),
  knowledgeBaseId: z.string(),
  ordinal: z.number(),
  text: z.string(),
  headingPath: z.array(z.string()),
  page: z.number().nullable(),
  span: z.object({ start: z.number(), end: z.number() }),
  tokens: z.number(),
};

export const ChunkSchema = z.object(chunk).openapi('Chunk');

const sideRank = z.object({ rank: z.number(), score: z.number() }).optional();

const SearchHitSchema = z
  .object({
    ...chunk,
    title: z.string(),
    itemName: z.string(),
    url: z.string().nullable(),
    metadata: JsonObjectSchema,
    score: z.number(),
    ranks: z.object({
      keyword: sideRank,
      semantic: sideRank,
      rerank: z.object({ score: z.number() }).optional(),
    }),
    corrected: z
      .array(z.object({ typed: z.string(), found: z.string() }))
      .readonly()
      .optional()
      .openapi({ description: 'Words of it that were searched for instead of mistyped ones' }),
    neighbourOf: z.string().optional(),
  })
  .openapi('SearchHit');

export const SearchAnswerSchema = z
  .object({
    rows: z.array(SearchHitSchema),
    corrections: z.array(z.object({ typed: z.string(), found: z.array(z.string()) })).openapi({
      description: 'What was searched for instead of words that no document has; `exact` searches as typed',
    }),
  })
  .openapi('SearchAnswer');

/** Each is a condition of its own in the database. */
const MOST_METADATA_FILTERS = 20;

export const SearchSchema = z
  .object({
    query: z.string().trim().min(1).max(4000),
    mode: z.enum(['keyword', 'semantic', 'hybrid']).default('hybrid'),
    topK: z.number().int().min(1).max(100).default(10),
    knowledgeBaseIds: z.array(IdSchema).max(100).optional(),
    neighbours: z.number().int().min(0).max(5).optional(),
    rerank: z.boolean().optional(),
    exact: z
      .boolean()
      .optional()
      .openapi({ description: 'Search words as they are typed; one in quotation marks always is' }),
    filter: z
      .object({
        itemIds: z.array(IdSchema).max(1000).optional(),
        itemName: z.string().max(500).optional(),
        externalIds: z.array(z.string().max(1000)).max(1000).optional(),
        metadata: JsonObjectSchema.refine((value) => Object.keys(value).length <= MOST_METADATA_FILTERS, {
          error: `At most ${MOST_METADATA_FILTERS} fields of metadata can be asked for at once.`,
        }).optional(),
      })
      .optional(),
  })
  .openapi('Search');

export const FolderSchema = z.object({
  path: z.string().min(1).max(4096),
  keep: z.boolean().default(false).openapi({
    description: 'Remember the folder, and bring the knowledge base up to date whenever it changes',
  }),
});

export const KeptFolderSchema = z
  .object({
    id: z.string(),
    path: z.string(),
    checkedAt: z.string(),
    createdAt: z.string(),
    job: orNull(JobSchema),
  })
  .openapi('KeptFolder');

export const KeptFolderParamSchema = IdParamSchema.extend({ folderId: IdSchema });

export const StartedJobSchema = z.object({ jobId: z.string() });
