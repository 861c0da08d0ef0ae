import type { IbidServer } from '../create-server.js';
import type { CreateServerOptions, Limits, ReadingLimits } from '../options.js';
import { TestClient } from './test-client.js';
import { createTestServer } from './test-store.js';

export const PASSWORD = 'a long enough password';

export const LOGIN_OPTIONS = {
  port: 0,
  mode: 'login',
  logLevel: 'silent',
  embedder: 'none',
  environment: { OLLAMA_HOST: 'off' },
} satisfies Partial<CreateServerOptions>;

export interface LoggedIn {
  client: TestClient;
  id: string;
}

/** A server with log-in and an administrator. `add` creates further users and logs them in over HTTP. */
export async function startLoginServer(options: {
  dataFolder: string;
  limits?: Partial<Limits>;
  trustProxy?: boolean;
  models?: NonNullable<CreateServerOptions['models']>;
  reading?: Partial<ReadingLimits>;
  connectors?: NonNullable<CreateServerOptions['connectors']>;
  privateHosts?: readonly string[];
}): Promise<{
  server: IbidServer;
  url: string;
  root: LoggedIn;
  add: (name: string) => Promise<LoggedIn>;
}> {
  const server = await createTestServer({ ...LOGIN_OPTIONS, ...options });
  const { url, setupUrl } = await server.listen();
  const token = new URL(setupUrl!).searchParams.get('token');
  const root = await enter(url, '/api/setup', { token, name: 'root', password: PASSWORD });
  const add = async (name: string) => {
    await root.client.post('/api/users', { name, password: PASSWORD });
    return enter(url, '/api/login', { name, password: PASSWORD });
  };
  return { server, url, root, add };
}

async function enter(url: string, path: string, body: object): Promise<LoggedIn> {
  const answer = await new TestClient(url).send<{ csrfToken: string; user: { id: string } }>(
    'POST',
    path,
    body,
  );
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  const headers = { cookie, 'x-csrf-token': answer.body.csrfToken };
  return { client: new TestClient(url, headers), id: answer.body.user.id };
}
