import { z } from '@hono/zod-openapi';

const LanguagesSchema = z.array(z.string()).nullable();

const StateSchema = z.object({
  /** As the settings have it; null: the built-in one, or none for reranking. */
  choice: z.string().nullable(),
  phase: z.enum(['ready', 'loading', 'fetching', 'failed', 'none']),
  problem: z.string().optional(),
  progress: z.object({ bytes: z.number(), totalBytes: z.number(), file: z.string() }).optional(),
});

export const SearchModelsSchema = z
  .object({
    embedding: StateSchema.extend({
      /** In use now; while another one is fetched, still the one before. */
      inUse: z
        .object({ id: z.string(), dimensions: z.number(), maxTokens: z.number(), languages: LanguagesSchema })
        .nullable(),
      chunks: z.number(),
      /** Of these, with vectors of the one in use. */
      embedded: z.number(),
    }),
    reranking: StateSchema,
    /** Fetched to this machine. */
    fetched: z.array(z.object({ choice: z.string(), bytes: z.number(), isInUse: z.boolean() })),
    suggestions: z.array(
      z.object({
        choice: z.string(),
        kind: z.enum(['embedder', 'reranker']),
        title: z.string(),
        languages: LanguagesSchema,
        megabytes: z.number(),
      }),
    ),
    /** MOD-5: where documents are in languages that the embedder in use does not know. */
    proposal: z
      .object({
        choice: z.string(),
        megabytes: z.number(),
        languages: z.array(z.object({ language: z.string(), items: z.number() })),
      })
      .nullable(),
  })
  .openapi('SearchModels');
