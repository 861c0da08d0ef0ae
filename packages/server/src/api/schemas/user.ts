import { z } from '@hono/zod-openapi';
import { IdSchema } from './common.js';
import { NameSchema, PasswordSchema } from './session.js';

export const UserSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(['administrator', 'member']),
    groups: z.array(z.string()),
    disabled: z.boolean(),
    /** Whether log-in requires a second factor. */
    secondFactor: z.boolean(),
    createdAt: z.string(),
  })
  .openapi('User');

const GroupsSchema = z.array(z.string().trim().min(1).max(100)).max(50);

export const NewUserSchema = z.object({
  name: NameSchema,
  password: PasswordSchema,
  role: z.enum(['administrator', 'member']).default('member'),
  groups: GroupsSchema.default([]),
});

export const UserChangeSchema = z.object({
  name: NameSchema.optional(),
  password: PasswordSchema.optional(),
  role: z.enum(['administrator', 'member']).optional(),
  groups: GroupsSchema.optional(),
  disabled: z.boolean().optional(),
});

export const UserDeletionSchema = z.object({
  conversations: z.enum(['delete-private', 'delete-all', 'keep']).default('delete-private'),
  /**
   * What happens to knowledge bases, and to projects, agents and conversations that others can see. `leave`: they stay,
   * and knowledge bases can be handed over later. `hand-over`: all go to `to`, including private projects and agents.
   */
  objects: z.enum(['leave', 'delete', 'hand-over']).default('leave'),
  to: IdSchema.optional(),
});

const CountsSchema = z.object({
  conversations: z.number(),
  projects: z.number(),
  agents: z.number(),
  knowledgeBases: z.number(),
  files: z.number(),
  responses: z.number(),
  feedback: z.number(),
  jobs: z.number(),
});

/** ORG-3: what happened to everything a user had. */
export const ErasureSchema = z
  .object({
    deleted: CountsSchema,
    handedOver: CountsSchema.partial(),
    /** Kept, without an owner. */
    left: CountsSchema.partial(),
    /** Lines of the audit log that name the user; they expire with the log's retention. */
    auditLines: z.number(),
  })
  .openapi('Erasure');

export const ApiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.enum(['read', 'write', 'admin'])),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
  })
  .openapi('ApiKey');

export const NewApiKeySchema = z.object({
  name: NameSchema,
  scopes: z
    .array(z.enum(['read', 'write', 'admin']))
    .min(1)
    .default(['read', 'write']),
  expiresAt: z.iso.datetime().nullish(),
});

export const UsageQuerySchema = z.object({
  groupBy: z.enum(['user', 'conversation', 'model', 'purpose', 'day']).default('day'),
  conversationId: IdSchema.optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** All users; administrators only. */
  all: z.enum(['true', 'false']).optional(),
});

export const UsageTotalSchema = z
  .object({
    key: z.string(),
    entries: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    cachedInputTokens: z.number(),
    reasoningTokens: z.number(),
    costUsd: z.number(),
    /** Tokens of models whose price is not known; they are not in `costUsd`. */
    unpricedTokens: z.number(),
  })
  .openapi('UsageTotal');

export const PeopleSchema = z.object({
  users: z.array(z.object({ id: z.string(), name: z.string() })),
  roles: z.array(z.string()),
});

/** Enough to decide what happens to it. Its contents remain visible to its readers only. */
export const LeftBehindSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    items: z.number(),
    visibility: z.enum(['private', 'shared', 'public']),
    createdAt: z.string(),
  })
  .openapi('LeftBehind');
