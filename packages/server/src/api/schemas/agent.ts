import { z } from '@hono/zod-openapi';
import { IdSchema, JsonObjectSchema, SharingSchema, labelSchema } from './common.js';

const fields = {
  name: labelSchema(),
  description: z.string().max(5000),
  prompt: z.string().max(200_000),
  replaceSystemPrompt: z.boolean(),
  tools: z
    .array(z.string().regex(/^[\w-]{1,64}$/u))
    .max(100)
    .nullable(),
  knowledgeBaseIds: z.array(IdSchema).max(200).nullable(),
  reminder: z.string().max(20_000).nullable(),
  modelId: z.string().max(200).nullable(),
  options: JsonObjectSchema,
  sharing: SharingSchema,
};

export const AgentSchema = z
  .object({ id: z.string(), ...fields, isOwner: z.boolean(), createdAt: z.string(), updatedAt: z.string() })
  .openapi('Agent');

export const NewAgentSchema = z.object(fields).partial().required({ name: true });

export const AgentChangeSchema = z.object(fields).partial();

export const ToolListSchema = z.object({
  rows: z.array(z.object({ name: z.string(), title: z.string().nullable(), description: z.string() })),
});
