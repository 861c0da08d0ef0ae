import { z } from '@hono/zod-openapi';
import { daysOf, EMPTY_DATE_RANGE, isEmptyDateRange, readCondition } from '@ibid/retrieval/internal';
import {
  CursorQuerySchema,
  IdParamSchema,
  IdSchema,
  JsonObjectSchema,
  SharingSchema,
  orNull,
  labelSchema,
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
  name: labelSchema(),
  description: z.string().max(5000).default(''),
  sharing: SharingSchema.optional(),
});

export const KnowledgeBaseChangeSchema = z.object({
  name: labelSchema().optional(),
  description: z.string().max(5000).optional(),
  sharing: SharingSchema.optional(),
});

const ItemDateSchema = z
  .object({
    value: z.string(),
    from: z.enum(['date', 'published', 'created', 'modified', 'file']).openapi({
      description: 'Where it comes from: a field of the document, or the time its file was last written',
    }),
  })
  .openapi('ItemDate');

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
    date: orNull(ItemDateSchema),
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

/** A cited chunk, as named by a citation's passage. */
const chunkId = z.string().regex(/^c[0-9a-z]{1,10}$/u);

export const TextQuerySchema = z.object({
  start: position.optional(),
  end: position.optional(),
  chunk: chunkId.optional().openapi({ description: 'The text that this chunk was cut from (KB-11)' }),
});

export const RevisionQuerySchema = z.object({ chunk: chunkId.optional() });

export const ItemChangesSchema = z
  .object({
    state: z.enum(['current', 'changed', 'lost']).openapi({
      description:
        'Whether the text is unchanged since the chunk was cut; lost: it has changed, and the old text was not kept',
    }),
    /** When the cited text was added, and when another one replaced it. */
    takenAt: z.string().nullable(),
    replacedAt: z.string().nullable(),
    added: z.number().int(),
    removed: z.number().int(),
    /** Changed lines with some unchanged ones around them. */
    changes: z.array(
      z.object({
        kind: z.enum(['same', 'removed', 'added']),
        lines: z.array(z.string()),
        oldLine: z.number().int(),
        newLine: z.number().int(),
      }),
    ),
    /** Number of changes left out because there are too many. */
    leftOut: z.number().int(),
  })
  .openapi('ItemChanges');

export const ItemPageParamSchema = IdParamSchema.extend({
  page: z.coerce.number().int().min(1).max(1_000_000),
});

export const PageWordsSchema = z
  .object({
    languages: z.string().openapi({ description: 'Languages it was read in, e.g. eng+deu' }),
    words: z.array(
      z.object({
        text: z.string(),
        box: z
          .array(z.number())
          .length(4)
          .openapi({ description: 'Left, top, right, bottom, as shares of the page from 0 to 1' }),
        confidence: z.number().openapi({ description: 'Confidence of the reader, 0 to 100' }),
      }),
    ),
  })
  .openapi('PageWords');

export const ItemTextSchema = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  characters: z.number(),
});

export const ChunksQuerySchema = z.object({ from: position.default(0), to: position.optional() });

const chunk = {
  id: z.string(),
  /** OCR quality (KB-9). */
  ocr: z.object({ confidence: z.number(), doubtful: z.array(z.array(z.number()).length(2)) }).optional(),
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
    date: orNull(ItemDateSchema),
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

/** Each becomes a separate condition in the database. */
const MOST_METADATA_FILTERS = 20;

const DateSchema = z
  .string()
  .max(10)
  .refine((date) => daysOf(date) !== null, { error: 'Give a date such as 2024, 2024-05 or 2024-05-31.' });

const bound = z.union([z.string().max(1000), z.number()]);

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
      .openapi({ description: 'Search for words exactly as typed; words in quotation marks always are' }),
    preferNewer: z.boolean().optional().openapi({
      description:
        'Put newer documents first among those that fit about equally well; default: as administrators set it',
    }),
    // Strict, here and below: a filter with a misspelt name must not be ignored.
    filter: z
      .strictObject({
        itemIds: z.array(IdSchema).max(1000).optional(),
        itemName: z.string().max(500).optional(),
        externalIds: z.array(z.string().max(1000)).max(1000).optional(),
        metadata: JsonObjectSchema.refine((value) => Object.keys(value).length <= MOST_METADATA_FILTERS, {
          error: `At most ${MOST_METADATA_FILTERS} fields of metadata can be asked for at once.`,
        }).optional(),
        date: z
          .strictObject({
            from: DateSchema.optional(),
            to: DateSchema.optional(),
            after: DateSchema.optional(),
            before: DateSchema.optional(),
          })
          .refine((range) => !isEmptyDateRange(range), { error: EMPTY_DATE_RANGE })
          .optional()
          .openapi({
            description: 'The date that documents give themselves; documents without one are left out',
          }),
        where: z
          .array(
            z.union([
              z
                .string()
                .max(1000)
                .refine((text) => readCondition(text) !== null, {
                  error: 'Give a condition such as year>=2024 or team=finance,sales.',
                }),
              z.strictObject({
                field: z.string().min(1).max(100),
                anyOf: z.array(z.unknown()).min(1).max(100).optional(),
                from: bound.optional(),
                to: bound.optional(),
                after: bound.optional(),
                before: bound.optional(),
              }),
            ]),
          )
          .max(MOST_METADATA_FILTERS)
          .optional()
          .openapi({
            description:
              'Fields of metadata: one of several values, or within a range; or in words: year>=2024',
          }),
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

export const StartedUploadSchema = StartedJobSchema.extend({
  paths: z.array(z.string()).openapi({
    description:
      'For each file in the order sent, the `path` under which the job reports it: the name without invisible characters',
  }),
});
