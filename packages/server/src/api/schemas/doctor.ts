import { z } from '@hono/zod-openapi';

export const DiagnosisSchema = z
  .object({
    version: z.string(),
    node: z.string(),
    dataFolder: z.string(),
    database: z.object({ kind: z.string(), version: z.string(), note: z.string().optional() }),
    model: z.object({ id: z.string(), isLanguageModel: z.boolean(), note: z.string().optional() }),
    embedder: z.object({ id: z.string(), state: z.enum(['ready', 'missing']), note: z.string().optional() }),
    /** KB-9: whether OCR is available, and in which languages. */
    ocr: z.object({ state: z.enum(['ready', 'off', 'missing']), languages: z.array(z.string()) }),
    knowledgeBases: z.number(),
    items: z.number(),
    chunks: z.number(),
    /** A fault is a setting that does not work. Something merely missing is not a fault. */
    problems: z.array(z.object({ what: z.string(), remedy: z.string(), isFault: z.boolean() })),
  })
  .openapi('Diagnosis');
