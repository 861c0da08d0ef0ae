import { z } from '@hono/zod-openapi';

/** CTX-4: `uploaded`, then one of the others. */
export const FileSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    mediaType: z.string(),
    bytes: z.number(),
    state: z.enum(['uploaded', 'counted', 'too_large', 'unreadable']),
    reason: z.string().nullable(),
    tokens: z.number().nullable(),
    characters: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    createdAt: z.string(),
  })
  .openapi('File');
