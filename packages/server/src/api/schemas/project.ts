import { z } from '@hono/zod-openapi';
import { IdSchema, SharingSchema, labelSchema } from './common.js';
import { FileSchema } from './file.js';

export const ProjectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    instructions: z.string(),
    knowledgeBaseId: z.string().nullable(),
    sharing: SharingSchema,
    isOwner: z.boolean(),
    files: z.array(FileSchema.extend({ itemId: z.string().nullable() })),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .openapi('Project');

export const NewProjectSchema = z.object({
  name: labelSchema(),
  description: z.string().max(5000).default(''),
  instructions: z.string().max(200_000).default(''),
  sharing: SharingSchema.optional(),
});

export const ProjectChangeSchema = z.object({
  name: labelSchema().optional(),
  description: z.string().max(5000).optional(),
  instructions: z.string().max(200_000).optional(),
  sharing: SharingSchema.optional(),
});

export const ProjectFileParamSchema = z.object({ id: IdSchema, fileId: IdSchema });
