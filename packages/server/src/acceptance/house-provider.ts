import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const HOUSE_CLIENT = { clientId: 'ibid', clientSecret: 'a secret of the house' };

/** A real provider of OpenID Connect on loopback, with pages to log in at. Any password is right there. */
export async function startHouseProvider(options: {
  /** Where Ibid is reached. */
  ibid: string;
  /** As Ibid knows it: part of the address that it sends people back to. */
  id: string;
}): Promise<{
  issuer: string;
  /** Who works there, with their groups; changed by the test, and told at the next question. */
  people: Map<string, string[]>;
  close: () => Promise<void>;
}> {
  const people = new Map<string, string[]>();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // By another name than Ibid's: cookies do not look at the port.
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
