import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonValue } from '@ibid/core';
import { request } from './request.js';

export type ProviderKind = 'openai' | 'anthropic' | 'google' | 'mistral' | 'openai-compatible' | 'ollama';

export interface ProviderSetting {
  id: string;
  kind: ProviderKind;
  name?: string;
  baseUrl?: string;
  models?: string[];
  /** Read: whether a key is stored. It is never given out. */
  apiKeySet?: boolean;
  /** Written: null removes it, absent keeps what is stored. */
  apiKey?: string | null;
}

export interface Settings {
  system: {
    providers: ProviderSetting[];
    tools: Record<string, JsonValue>;
    systemPrompt: string | null;
    models: {
      chat?: string | null;
      small?: string | null;
      embedding?: string | null;
      reranking?: string | null;
    };
    reminder: string | null;
    maxSteps: number;
  };
  user: {
    reminder: string | null;
    timeZone: string;
    modelId: string | null;
    disabledKnowledgeBases: string[];
  };
  defaults: { systemPrompt: string };
}

export interface SettingsChange {
  system?: Partial<Settings['system']>;
  user?: Partial<Settings['user']>;
}

const settingsKey = ['settings'];

export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => request<Settings>('/api/settings', { signal }),
  });
}

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => request<Settings>('/api/settings', { method: 'PUT', body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: settingsKey });
      await client.invalidateQueries({ queryKey: ['models'] });
    },
  });
}

export type ModelTest =
  | { ok: true; milliseconds: number; text: string }
  | { ok: false; code: string; message: string };

export function testModel(modelId: string): Promise<ModelTest> {
  return request('/api/models/test', { method: 'POST', body: { modelId } });
}
