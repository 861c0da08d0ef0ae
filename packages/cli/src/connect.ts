import { homedir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from './api-client.js';

export interface ConnectOptions {
  /** Address of a remote server; without it the data folder is opened in this process. */
  server?: string | undefined;
  key?: string | undefined;
  data?: string | undefined;
}

export interface Connection {
  client: ApiClient;
  /** Where the answers come from, for messages. */
  place: string;
  isLocal: boolean;
  close(): Promise<void>;
}

/** `IBID_DATA`, or a folder of its own in the home folder. */
export function defaultDataFolder(environment: Record<string, string | undefined> = process.env): string {
  return environment['IBID_DATA'] ?? join(homedir(), '.ibid');
}

export async function connect(options: ConnectOptions): Promise<Connection> {
  const server = options.server ?? process.env['IBID_SERVER'];
  if (server) {
    const key = options.key ?? process.env['IBID_KEY'];
    return {
      client: new ApiClient({ fetch: (request) => fetch(request), base: server, key }),
      place: server,
      isLocal: false,
      close: () => Promise.resolve(),
    };
  }
  const dataFolder = options.data ?? defaultDataFolder();
  const { createServer } = await import('@ibid/server');
  const local = await createServer({ dataFolder, mode: 'local', logLevel: 'silent' });
  return {
    client: new ApiClient({ fetch: async (request) => local.fetch(request), base: 'http://localhost' }),
    place: dataFolder,
    isLocal: true,
    close: () => local.close(),
  };
}
