import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@ibid/client';
import { request } from './request.js';
import type { Answer, Body } from './request.js';

type Answered = Schemas['Settings'];
/** As administrators receive them. */
export type Settings = Answered & { system: NonNullable<Answered['system']> };
export type OwnSettings = Pick<Answered, 'user'>;
export type SettingsChange = Body<'PUT /api/settings'>;
export type ModelTest = Answer<'POST /api/models/test'>;
/** As written; the response only says whether a key is stored. */
type ProviderChange = NonNullable<NonNullable<SettingsChange['system']>['providers']>[number];
export type ProviderSetting = ProviderChange & { apiKeySet?: boolean };
export type ChosenProviderKind = ProviderChange['kind'];

type IdentityProviderChange = NonNullable<NonNullable<SettingsChange['system']>['identityProviders']>[number];
export type IdentityProviderSetting = IdentityProviderChange & { clientSecretSet?: boolean };

const settingsKey = ['settings'];

const settingsQuery = {
  queryKey: settingsKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => request('GET /api/settings', { signal }),
};

/** A user's own settings. */
export function useOwnSettings() {
  return useQuery({ ...settingsQuery, select: ({ user }): OwnSettings => ({ user }) });
}

/** Includes system settings: for administrators only. */
export function useSettings() {
  return useQuery({ ...settingsQuery, select: withSystem });
}

function withSystem({ system, ...settings }: Answered): Settings {
  if (!system) throw new Error('These settings are for administrators.');
  return { ...settings, system };
}

export function useChangeSettings() {
  return useSettingsMutation((body: SettingsChange) => request('PUT /api/settings', { body }));
}

export function useAddProvider() {
  return useSettingsMutation((body: Body<'POST /api/providers'>) => request('POST /api/providers', { body }));
}

export function useRemoveProvider() {
  return useSettingsMutation((id: string) => request('DELETE /api/providers/{id}', { path: { id } }));
}

/** Refetches settings and models after each change. */
function useSettingsMutation<Change, Result>(mutationFn: (change: Change) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: settingsKey });
      await client.invalidateQueries({ queryKey: ['models'] });
      await client.invalidateQueries({ queryKey: ['search-models'] });
    },
  });
}

export function requestModelTest(modelId: string): Promise<ModelTest> {
  return request('POST /api/models/test', { body: { modelId } });
}

/** Tests a provider as entered, before it is stored: whether it answers, and which models it has. */
export function testProvider(
  provider: NonNullable<Body<'POST /api/models/test'>['provider']>,
  model?: string,
) {
  return request('POST /api/models/test', { body: { provider, ...(model ? { model } : {}) } });
}
