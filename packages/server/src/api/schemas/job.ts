import { z } from '@hono/zod-openapi';
import { IdSchema } from './common.js';

const JobStateSchema = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const JobSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    state: JobStateSchema,
    knowledgeBaseId: z.string().nullable(),
    progress: z.object({
      phase: z.string(),
      filesDone: z.number(),
      filesTotal: z.number().nullable(),
      filesFailed: z.number(),
      chunks: z.number(),
      bytes: z.number(),
      chunksPerSecond: z.number(),
      secondsLeft: z.number().nullable(),
      /** The file being read. */
      current: z.string().nullable(),
      /** Share of all files from 0 to 1, including progress within the current ones; null while unknown. */
      share: z.number().nullable(),
      /** For a scan: pages read and total pages (KB-9). */
      pages: z.object({ done: z.number(), total: z.number() }).nullable(),
    }),
    outcomes: z.array(
      z.object({
        name: z.string(),
        /** For an uploaded file: its name with the folders it was sent with. */
        path: z.string().optional(),
        outcome: z.string(),
        itemId: z.string().nullable(),
        chunks: z.number(),
        reason: z.string().optional(),
        code: z.string().optional(),
        /** For skipped files: how many files this entry represents. */
        files: z.number().optional(),
        warnings: z.array(z.string()).optional(),
      }),
    ),
    error: z.string().optional(),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .openapi('Job');

export const JobQuerySchema = z.object({
  state: JobStateSchema.optional(),
  knowledgeBaseId: IdSchema.optional(),
});
