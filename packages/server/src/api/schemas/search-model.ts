import { z } from '@hono/zod-openapi';

const LanguagesSchema = z.array(z.string()).nullable();

const StateSchema = z.object({
  /** As set; null: the built-in embedder, or no reranker. */
  choice: z.string().nullable(),
  phase: z.enum(['ready', 'loading', 'fetching', 'failed', 'none']),
  problem: z.string().optional(),
  progress: z.object({ bytes: z.number(), totalBytes: z.number(), file: z.string() }).optional(),
});

export const SearchModelsSchema = z
  .object({
    embedding: StateSchema.extend({
      /** Currently in use; while another one is downloaded, still the previous one. */
      inUse: z
        .object({ id: z.string(), dimensions: z.number(), maxTokens: z.number(), languages: LanguagesSchema })
        .nullable(),
      chunks: z.number(),
      /** Of these, with vectors of the current embedder. */
      embedded: z.number(),
    }),
    reranking: StateSchema,
    /** Downloaded to this machine. */
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
    /** MOD-5: set if documents are in languages that the current embedder does not know. */
    proposal: z
      .object({
        choice: z.string(),
        megabytes: z.number(),
        languages: z.array(z.object({ language: z.string(), items: z.number() })),
      })
      .nullable(),
  })
  .openapi('SearchModels');
