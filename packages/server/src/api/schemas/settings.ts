import { z } from '@hono/zod-openapi';
import { isLoopbackName } from '../../auth/is-loopback-name.js';
import { BackupScheduleSchema } from './backup.js';
import { RoleBudgetsSchema } from './budget.js';
import { JsonObjectSchema, labelSchema } from './common.js';
import { ProviderKindSchema } from './model.js';
import { RetentionSchema } from './retention.js';

const share = z.number().min(0).max(1);

const ContextSettingsSchema = z
  .object({
    reservedOutputTokens: z.number().int().min(1).max(1_000_000),
    safetyMarginShare: share,
    projectShare: share,
    citationRulesAfterSearchOnly: z.boolean(),
    pastResultSummaries: z.boolean(),
    summaryThresholdShare: share,
    summaryKeepShare: share,
  })
  .partial();

/** FD-1, FD-7: the size from which texts are stored under a handle, and how much a conversation may store. */
const DescriptorSettingsSchema = z
  .object({
    enabled: z.boolean(),
    toolResultTokens: z.number().int().min(1).max(10_000_000),
    userInputTokens: z.number().int().min(1).max(10_000_000),
    previewTokens: z.number().int().min(1).max(10_000_000),
    quotaBytes: z
      .number()
      .int()
      .min(1)
      .max(2 ** 40),
  })
  .partial();

const provider = {
  /** Short name: the prefix of its models' ids. */
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/u),
  kind: ProviderKindSchema,
  name: z.string().max(100).optional(),
  baseUrl: z.url().max(1000).optional(),
  /** Models to list if the provider can't be queried. */
  models: z.array(z.string().min(1).max(200)).max(200).optional(),
};

export const ProviderSettingSchema = z.object({
  ...provider,
  /** Null removes it; absent keeps the one stored for this address. Never returned. */
  apiKey: z.string().min(1).max(1000).nullish(),
});

/** A provider to add; its id is derived from its name. Models use the provider's own names. */
export const NewProviderSchema = z.object({
  kind: ProviderKindSchema,
  name: provider.name,
  baseUrl: provider.baseUrl,
  models: provider.models,
  apiKey: z.string().min(1).max(1000).optional(),
  /** The tasks to assign to its models. */
  use: z
    .object({ chat: z.string().max(160), small: z.string().max(160), embedding: z.string().max(160) })
    .partial()
    .optional(),
});

export const NewProviderIdSchema = z.object({ id: z.string() });

export const ModelChoiceSchema = z
  .object({
    chat: z.string().max(200).nullable(),
    small: z.string().max(200).nullable(),
    /** Classifies questions before a search; absent: the model for small tasks. */
    classifying: z.string().max(200).nullable(),
    /** Runs the search agent; absent: the answering model. */
    searching: z.string().max(200).nullable(),
    embedding: z.string().max(200).nullable(),
    reranking: z.string().max(200).nullable(),
  })
  .partial();

/** MOD-4: context windows in tokens by model id, where a user knows better than the provider. */
export const ModelWindowsSchema = z.record(z.string().max(200), z.number().int().min(256).max(100_000_000));

/** Prices per million tokens by model id, for models whose price Ibid does not know. */
const PriceSchema = z.object({
  input: z.number().min(0),
  output: z.number().min(0),
  cachedInput: z.number().min(0).optional(),
});

const McpServerSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,29}$/u),
  url: z.url().max(1000),
  /** Stored sealed and never returned. Absent keeps what is stored for this address. */
  headers: z.record(z.string(), z.string().max(4000)).optional(),
  enabled: z.boolean().default(true),
});

/** `example.org`, or `*.example.org` for all subdomains; either with an optional port. */
const HostPatternSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(?:\*\.)?(?:[a-z\d-]{1,63}\.)*[a-z\d-]{1,63}(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/u,
    'A host is written as example.org, *.example.org or example.org:8443.',
  );

const group = z.string().trim().min(1).max(100);

const identityProvider = {
  /** Short name: part of the provider's callback address. */
  id: z.string().regex(/^[a-z][a-z0-9-]{0,29}$/u),
  /** Label of the button. */
  name: labelSchema(60),
  /** As in its discovery document. Must be https, except on this machine. */
  issuer: z
    .url({ protocol: /^https?$/u })
    .max(1000)
    .refine((address) => isEncryptedOrHere(address), 'An issuer begins with https://.'),
  clientId: z.string().min(1).max(400),
  clientAuthentication: z.enum(['basic', 'post']).default('basic'),
  scopes: z
    .array(
      z
        .string()
        .regex(/^[!#-[\]-~]+$/u)
        .max(200),
    )
    .max(20)
    .default(['openid', 'profile', 'email']),
  /** The claim with a user's groups, with dots for nested claims; null: groups are set manually. */
  groupsClaim: z.string().min(1).max(200).nullable().default('groups'),
  /** Members of these groups, and nobody else of this provider, are administrators; empty: roles are set manually. */
  administratorGroups: z.array(group).max(50).default([]),
  /** Members of these groups may log in; empty: everybody. */
  allowedGroups: z.array(group).max(50).default([]),
  /** How often to ask the provider whether a session may continue. */
  recheckMinutes: z
    .number()
    .min(0)
    .max(24 * 60)
    .default(10),
};

/** ORG-1: an OpenID Connect provider that users log in through. */
export const IdentityProviderSchema = z.object({
  ...identityProvider,
  /** Null removes it; absent keeps the one stored for this issuer. Never returned. */
  clientSecret: z.string().min(1).max(1000).nullish(),
});

function isEncryptedOrHere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopbackName(hostname);
}

/** ORG-1: users with one of these roles who log in with a password must first set up a second factor. */
export const FactorRolesSchema = z.array(z.enum(['member', 'administrator'])).max(2);

const system = {
  systemPrompt: z.string().max(500_000).nullable(),
  models: ModelChoiceSchema,
  windows: ModelWindowsSchema,
  context: ContextSettingsSchema,
  descriptors: DescriptorSettingsSchema,
  tools: JsonObjectSchema,
  prices: z.record(z.string().max(200), PriceSchema),
  mcpServers: z.array(McpServerSchema).max(20),
  reminder: z.string().max(20_000).nullable(),
  maxSteps: z.number().int().min(1).max(50),
  /** Whether searches rank newer documents first among those of similar relevance (KB-11). */
  preferNewer: z.boolean(),
  /** Whether OCR runs, and in which languages; null: all installed ones (KB-9). */
  ocr: z.object({
    enabled: z.boolean(),
    languages: z
      .array(z.string().regex(/^[A-Za-z]{3}(?:_[A-Za-z]{2,6}){0,2}$/u))
      .min(1)
      .max(20)
      .nullable(),
  }),
  /** Whether users may share conversations by links without log-in (ANS-4). */
  sharedLinks: z.boolean(),
  /** Retention of the audit log; null: forever. */
  auditDays: z.number().int().min(30).max(36_500).nullable(),
  /** ORG-5: limits per role; individual users may have others. */
  budgets: RoleBudgetsSchema,
  /** ORG-4. */
  backups: BackupScheduleSchema,
  /** ORG-3: replaces the stored settings. */
  retention: RetentionSchema,
  /** Hosts that may be reached for pages, web search and MCP servers; null: any. */
  reachableHosts: z.array(HostPatternSchema).max(500).nullable(),
  requireSecondFactor: FactorRolesSchema,
  /** ORG-1: whether setting up a second factor requires a code from an administrator. */
  secondFactorNeedsCode: z.boolean(),
};

const user = {
  reminder: z.string().max(20_000).nullable(),
  timeZone: z.string().max(60),
  modelId: z.string().max(200).nullable(),
  /** Added to the instructions of the configuration and the administrator whenever an agent searches for this user. */
  retrievalInstructions: z.string().max(20_000),
  disabledKnowledgeBases: z.array(z.string().max(128)).max(1000),
};

export const SettingsChangeSchema = z.object({
  system: z
    .object({
      ...system,
      providers: z.array(ProviderSettingSchema).max(40),
      identityProviders: z.array(IdentityProviderSchema).max(10),
    })
    .partial()
    .optional(),
  user: z.object(user).partial().optional(),
});

export const SettingsSchema = z
  .object({
    /** For administrators only. */
    system: z
      .looseObject({
        ...system,
        providers: z.array(z.object({ ...provider, apiKeySet: z.boolean() })),
        identityProviders: z.array(z.object({ ...identityProvider, clientSecretSet: z.boolean() })),
      })
      .optional(),
    user: z.looseObject(user),
    defaults: z.looseObject({ systemPrompt: z.string() }),
  })
  .openapi('Settings');
