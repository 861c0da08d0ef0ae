import { defaultContextSettings, defaultDescriptorSettings } from '@ibid/core/internal';
import type { DescriptorSettings } from '@ibid/core/internal';
import type { ContextSettings, JsonValue } from '@ibid/core';
import type { SettingsRepository } from '@ibid/store/internal';
import type { z } from 'zod';
import type {
  BackupScheduleSchema,
  FactorRolesSchema,
  IdentityProviderSchema,
  RetentionSchema,
  RoleBudgetsSchema,
} from '../api/schemas/index.js';
import type { ModelPrice } from '../models/model-prices.js';
import type { ProviderKind } from '../models/provider-kinds.js';

export interface StoredProvider {
  id: string;
  kind: ProviderKind;
  name?: string;
  baseUrl?: string;
  models?: string[];
  /** Sealed by the secret box. */
  sealedKey?: string;
}

export interface McpServerSetting {
  id: string;
  url: string;
  /** Headers and query, sealed by the secret box, because they contain credentials. */
  sealedAccess?: string;
  enabled: boolean;
}

/** ORG-1: as entered, with its secret sealed. */
export type StoredIdentityProvider = Omit<z.infer<typeof IdentityProviderSchema>, 'clientSecret'> & {
  sealedSecret?: string;
};

/** Handles for long texts (FD-1, FD-7), and whether they are used. */
export interface HandleSettings extends Pick<
  DescriptorSettings,
  'toolResultTokens' | 'userInputTokens' | 'previewTokens' | 'quotaBytes'
> {
  enabled: boolean;
}

/** System settings with their defaults. */
export interface SystemSettings {
  /** Null: the packaged one; empty: none. */
  systemPrompt: string | null;
  models: {
    chat?: string | null;
    small?: string | null;
    classifying?: string | null;
    searching?: string | null;
    embedding?: string | null;
    reranking?: string | null;
  };
  /** MOD-4: by model id. */
  windows: Record<string, number>;
  providers: StoredProvider[];
  context: ContextSettings;
  descriptors: HandleSettings;
  tools: Record<string, JsonValue>;
  prices: Record<string, ModelPrice>;
  mcpServers: McpServerSetting[];
  identityProviders: StoredIdentityProvider[];
  reminder: string | null;
  maxSteps: number;
  /** KB-11: among passages of similar relevance, rank those of newer documents first. */
  preferNewer: boolean;
  /** KB-9: `languages` null: all installed ones. */
  ocr: { enabled: boolean; languages: string[] | null };
  /** ANS-4: if off, links do not open, existing ones included. */
  sharedLinks: boolean;
  /** ORG-2: retention of the audit log; null: forever. */
  auditDays: number | null;
  /** ORG-5. */
  budgets: z.infer<typeof RoleBudgetsSchema>;
  /** ORG-4. */
  backups: z.infer<typeof BackupScheduleSchema>;
  /** ORG-3. */
  retention: z.infer<typeof RetentionSchema>;
  /** Null: any. */
  reachableHosts: string[] | null;
  /** ORG-1: roles that require a second factor in addition to the password. */
  requireSecondFactor: z.infer<typeof FactorRolesSchema>;
  /** ORG-1: knowing the password is not enough to set one up. */
  secondFactorNeedsCode: boolean;
}

/** A user's own settings. */
export interface UserSettings {
  reminder: string | null;
  timeZone: string;
  modelId: string | null;
  retrievalInstructions: string;
  disabledKnowledgeBases: string[];
}

export const SYSTEM_SCOPE = 'system';
/** For values that the program stores for itself. */
export const INSTALLATION_SCOPE = 'installation';

export async function readSystemSettings(settings: SettingsRepository): Promise<SystemSettings> {
  const stored = (await settings.all(SYSTEM_SCOPE)) as Partial<Record<keyof SystemSettings, unknown>>;
  return {
    systemPrompt: null,
    models: {},
    windows: {},
    providers: [],
    tools: {},
    prices: {},
    mcpServers: [],
    identityProviders: [],
    reminder: null,
    maxSteps: 8,
    preferNewer: false,
    ocr: { enabled: true, languages: null },
    sharedLinks: true,
    auditDays: 365,
    budgets: {},
    backups: { everyHours: null, keep: 14 },
    retention: { conversationDays: null, jobDays: null, usageDays: null },
    reachableHosts: null,
    requireSecondFactor: [],
    secondFactorNeedsCode: false,
    ...stored,
    context: { ...defaultContextSettings, ...(stored.context as Partial<ContextSettings> | undefined) },
    descriptors: { ...defaultHandles(), ...(stored.descriptors as Partial<HandleSettings> | undefined) },
  } as SystemSettings;
}

function defaultHandles(): HandleSettings {
  const { toolResultTokens, userInputTokens, previewTokens, quotaBytes } = defaultDescriptorSettings;
  return { enabled: true, toolResultTokens, userInputTokens, previewTokens, quotaBytes };
}

export async function readUserSettings(settings: SettingsRepository, userId: string): Promise<UserSettings> {
  return {
    reminder: null,
    timeZone: 'UTC',
    modelId: null,
    retrievalInstructions: '',
    disabledKnowledgeBases: [],
    ...((await settings.all(userId)) as Partial<UserSettings>),
  };
}
