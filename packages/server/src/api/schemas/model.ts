import { z } from '@hono/zod-openapi';
import { PROVIDER_KIND_NAMES } from '../../models/provider-kinds.js';

export const ProviderKindSchema = z.enum(PROVIDER_KIND_NAMES);

const ModelSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    contextWindow: z.number(),
    /** MOD-4: where the window size comes from. */
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
    /** Embedding models, if the provider distinguishes them. */
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
        /** The id of a stored provider, whose key is used if none is given and the address is the same. */
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

/** What a tested provider offers. */
const offered = {
  /** The model that was called, and the default for answers. */
  model: z.string().optional(),
  /** The address that answered, if different from the given one: people leave out `/v1`. */
  baseUrl: z.string().optional(),
  models: z.array(ModelSchema).optional(),
  embeddingModels: z.array(z.string()).optional(),
};

export const ModelTestResultSchema = z.union([
  z.object({ ok: z.literal(true), milliseconds: z.number(), text: z.string(), ...offered }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string(), ...offered }),
]);
