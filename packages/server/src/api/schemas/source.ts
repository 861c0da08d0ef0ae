import { z } from '@hono/zod-openapi';
import { IdSchema, JsonObjectSchema, SharingSchema, orNull, labelSchema } from './common.js';
import { JobSchema } from './job.js';

export const SourceKindSchema = z
  .object({
    kind: z.string(),
    label: z.string(),
    description: z.string(),
    fields: z
      .array(
        z.object({
          name: z.string(),
          title: z.string(),
          description: z.string(),
          type: z.enum(['text', 'number', 'boolean', 'choice', 'address', 'list', 'date', 'lines']),
          choices: z.array(z.string()),
          choiceLabels: z.record(z.string(), z.string()).openapi({ description: 'Labels of the choices' }),
          default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
          isRequired: z.boolean(),
          isSecret: z.boolean(),
        }),
      )
      .openapi({ description: 'The fields, in the order of the form' }),
  })
  .openapi('SourceKind');

export const ConnectedSourceSchema = z
  .object({
    id: z.string(),
    knowledgeBaseId: z.string(),
    kind: z.string(),
    name: z.string(),
    settings: JsonObjectSchema.openapi({ description: 'Without secrets' }),
    secretsGiven: z.array(z.string()).openapi({
      description:
        'Fields that are stored and not sent back; they keep their values unless you send new ones',
    }),
    everyMinutes: z.number().nullable().openapi({ description: 'Null: only on request' }),
    sharing: orNull(SharingSchema).openapi({
      description: 'Who may see its documents; null: everybody who may see the knowledge base',
    }),
    state: z.enum(['waiting', 'syncing', 'paused', 'failing']),
    problem: z.string().nullable(),
    asksToDelete: z.boolean().openapi({
      description:
        'Most of it is missing there; kept here until it is back, or until a sync with `missing=delete`',
    }),
    items: z.number(),
    failed: z.number().openapi({ description: 'Documents that could not be read' }),
    failures: z
      .array(z.object({ name: z.string(), reason: z.string() }))
      .openapi({ description: 'The first 50 of them, each with the reason' }),
    syncedAt: z.string().nullable(),
    nextAt: z.string().nullable(),
    job: orNull(JobSchema),
    createdAt: z.string(),
  })
  .openapi('ConnectedSource');

/** Frequent enough for news without burdening the source. */
const EveryMinutesSchema = z.number().int().min(5).max(43_200).nullable();

const sent = {
  name: labelSchema(),
  settings: JsonObjectSchema,
  sharing: orNull(SharingSchema),
};

export const NewSourceSchema = z.object({
  knowledgeBaseId: IdSchema,
  kind: z.string().min(1).max(50),
  name: sent.name.optional(),
  settings: sent.settings,
  everyMinutes: EveryMinutesSchema.default(360),
  sharing: sent.sharing.default(null),
});

export const SourceChangeSchema = z.object({
  name: sent.name.optional(),
  settings: sent.settings.optional(),
  everyMinutes: EveryMinutesSchema.optional(),
  sharing: sent.sharing.optional(),
  isPaused: z.boolean().optional(),
});

export const SourceListQuerySchema = z.object({ knowledgeBaseId: IdSchema.optional() });

export const SourceSyncQuerySchema = z.object({
  failed: z
    .enum(['skip', 'retry'])
    .default('skip')
    .openapi({ description: 'Documents that could not be read: until they change, or now' }),
  missing: z.enum(['ask', 'delete']).default('ask').openapi({
    description: 'If most documents are missing at once: keep them and ask, or delete them',
  }),
});

export const SourceRemovalQuerySchema = z.object({
  items: z
    .enum(['delete', 'keep'])
    .default('delete')
    .openapi({ description: 'Whether to delete or keep the documents that came from it' }),
});

export const SourceLogSchema = z
  .object({ at: z.string(), level: z.enum(['info', 'warning', 'error']), text: z.string() })
  .openapi('SourceLogLine');
