import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from './api.generated.js';
import { request } from './request.js';
import type { Answer, Body } from './request.js';

export type Settings = Schemas['Settings'];
export type SettingsChange = Body<'PUT /api/settings'>;
export type ModelTest = Answer<'POST /api/models/test'>;
/** As it is written; what is read says only whether a key is stored. */
type ProviderChange = NonNullable<NonNullable<SettingsChange['system']>['providers']>[number];
export type ProviderSetting = ProviderChange & { apiKeySet?: boolean };
export type ProviderKind = ProviderChange['kind'];

const settingsKey = ['settings'];

export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => request('GET /api/settings', { signal }),
  });
}

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => request('PUT /api/settings', { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: settingsKey });
      await client.invalidateQueries({ queryKey: ['models'] });
    },
  });
}

export function testModel(modelId: string): Promise<ModelTest> {
  return request('POST /api/models/test', { body: { modelId } });
}
