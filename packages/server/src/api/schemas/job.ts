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
      /** Of all files, from 0 to 1, with what is done of the ones being read; null while it is not known. */
      share: z.number().nullable(),
      /** Of a scan: how many of how many pages are read (KB-9). */
      pages: z.object({ done: z.number(), total: z.number() }).nullable(),
    }),
    outcomes: z.array(
      z.object({
        name: z.string(),
        /** Of an uploaded file: its name with the folders it was sent with. */
        path: z.string().optional(),
        outcome: z.string(),
        itemId: z.string().nullable(),
        chunks: z.number(),
        reason: z.string().optional(),
        code: z.string().optional(),
        /** Of what was skipped: how many files this stands for. */
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
