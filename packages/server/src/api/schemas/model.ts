import { z } from '@hono/zod-openapi';
import { PROVIDER_KIND_NAMES } from '../../models/provider-kinds.js';

export const ProviderKindSchema = z.enum(PROVIDER_KIND_NAMES);

const ModelSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    contextWindow: z.number(),
    /** MOD-4: who says so. */
    windowFrom: z.enum(['set', 'provider', 'error', 'usage', 'name', 'assumed']),
    vision: z.boolean(),
    isLanguageModel: z.boolean(),
    note: z.string().optional(),
  })
  .openapi('Model');

const ProviderSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    name: z.string(),
    state: z.enum(['ready', 'missing-key', 'unreachable']),
    source: z.enum(['environment', 'file', 'page', 'found', 'built-in']),
    note: z.string().optional(),
    /** Models for search by meaning, where the provider tells them apart. */
    embeddingModels: z.array(z.string()),
  })
  .openapi('Provider');

export const ModelListSchema = z.object({
  rows: z.array(ModelSchema),
  current: z.object({ chat: z.string(), small: z.string() }),
  providers: z.array(ProviderSchema),
});

export const ModelTestSchema = z
  .object({
    modelId: z.string().max(200).optional(),
    provider: z
      .object({
        /** Of a stored one, whose key is used where none is given and the address is the same. */
        id: z.string().max(40).optional(),
        kind: ProviderKindSchema,
        apiKey: z.string().max(1000).optional(),
        baseUrl: z.url().max(1000).optional(),
      })
      .optional(),
    /** Absent: one that the provider offers. */
    model: z.string().max(200).optional(),
  })
  .refine((test) => test.modelId !== undefined || test.provider !== undefined, {
    message: 'Give a modelId, or a provider.',
  });

/** What a provider that is tried offers. */
const offered = {
  /** Which model was asked; the one to take for answers, unless people say another. */
  model: z.string().optional(),
  /** Where it answered, if that is not the address that was given: people leave `/v1` out. */
  baseUrl: z.string().optional(),
  models: z.array(ModelSchema).optional(),
  embeddingModels: z.array(z.string()).optional(),
};

export const ModelTestResultSchema = z.union([
  z.object({ ok: z.literal(true), milliseconds: z.number(), text: z.string(), ...offered }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string(), ...offered }),
]);
