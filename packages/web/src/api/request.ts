import { IbidClient } from '@ibid/client';
import type { Answer, JsonRoute, RequestInput, Transport } from '@ibid/client/internal';
import { texts } from '../texts/texts.js';
import { transportWithProgress } from './transport-with-progress.js';

export { addressFor } from '@ibid/client/internal';
export type { Answer, Body } from '@ibid/client/internal';

let csrfToken = '';

/** Set from the session; sent with every request that changes something. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token ?? '';
}

let onLoggedOut = () => {};

/** Called when the server no longer recognises the user: the session has ended. */
export function whenLoggedOut(listener: () => void): void {
  onLoggedOut = listener;
}

const watched =
  (transport: Transport): Transport =>
  async (address, init) => {
    const response = await transport(address, init);
    if (response.status === 401) onLoggedOut();
    return response;
  };

export const client = new IbidClient({
  base: '',
  transport: watched((address, init) => fetch(address, { ...init, credentials: 'same-origin' })),
  headers: (method): Record<string, string> => (method === 'GET' ? {} : { 'x-csrf-token': csrfToken }),
  unreachable: () => texts.errors.offline,
  refused: (status) => texts.errors.status(status),
});

/** One request, named and typed as in the OpenAPI document, e.g. `GET /api/items/{id}`. */
export function request<Name extends JsonRoute>(
  name: Name,
  input: RequestInput<Name> & {
    /** For a form: the share of bytes sent, from 0 to 1. */
    onProgress?: ((share: number) => void) | undefined;
  },
): Promise<Answer<Name>> {
  const { onProgress, ...rest } = input;
  const transport = onProgress && watched(transportWithProgress(onProgress));
  return client.request(name, { ...(rest as RequestInput<Name>), transport });
}
