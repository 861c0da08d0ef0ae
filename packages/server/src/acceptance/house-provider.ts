import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const HOUSE_CLIENT = { clientId: 'ibid', clientSecret: 'a secret of the house' };

/** A real OpenID Connect provider on loopback, with login pages. It accepts any password. */
export async function startHouseProvider(options: {
  /** Address of Ibid. */
  ibid: string;
  /** The provider's id in Ibid, part of the callback address. */
  id: string;
}): Promise<{
  issuer: string;
  /** Users with their groups. The test may change them; the next request sees the change. */
  people: Map<string, string[]>;
  close: () => Promise<void>;
}> {
  const people = new Map<string, string[]>();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A different host name than Ibid's, because cookies ignore the port.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: HOUSE_CLIENT.clientId,
        client_secret: HOUSE_CLIENT.clientSecret,
        redirect_uris: [`${options.ibid}/api/login/${options.id}/callback`],
        post_logout_redirect_uris: [`${options.ibid}/`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    scopes: ['openid', 'profile', 'groups', 'offline_access'],
    claims: { openid: ['sub'], profile: ['preferred_username'], groups: ['groups'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => Promise.resolve(true),
    cookies: { keys: ['of the house'] },
    findAccount: (_context, id) => {
      if (!people.has(id)) return;
      const claims = () => ({ sub: id, preferred_username: id, groups: people.get(id) ?? [] });
      return { accountId: id, claims };
    },
  });
  const handle = provider.callback();
  return {
    issuer,
    people,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
