import { homedir } from 'node:os';
import { join } from 'node:path';
import { IbidClient } from '@ibid/client';

export interface ConnectOptions {
  /** Address of a remote server; without it, the data folder is opened in this process. */
  server?: string | undefined;
  key?: string | undefined;
  data?: string | undefined;
}

export interface Connection {
  client: IbidClient;
  /** The server or folder in use, for messages. */
  place: string;
  isLocal: boolean;
  close(): Promise<void>;
}

/** `IBID_DATA`, or `.ibid` in the home folder. */
export function defaultDataFolder(environment: Record<string, string | undefined> = process.env): string {
  return environment['IBID_DATA'] ?? join(homedir(), '.ibid');
}

export async function connect(options: ConnectOptions): Promise<Connection> {
  const server = options.server ?? process.env['IBID_SERVER'];
  if (server) {
    const key = options.key ?? process.env['IBID_KEY'];
    return {
      client: new IbidClient({
        base: server,
        key,
        unreachable: () =>
          `No Ibid server answers at ${server}. Start one with: ibid serve. Or leave out --server.`,
      }),
      place: server,
      isLocal: false,
      close: () => Promise.resolve(),
    };
  }
  const dataFolder = options.data ?? defaultDataFolder();
  const { createServer } = await import('@ibid/server');
  const local = await createServer({ dataFolder, mode: 'local', logLevel: 'silent' });
  return {
    client: clientInProcess(local),
    place: dataFolder,
    isLocal: true,
    close: () => local.close(),
  };
}

/** A client of a server in this process, without the network. */
export function clientInProcess(server: {
  fetch(request: Request): Response | Promise<Response>;
}): IbidClient {
  return new IbidClient({
    // No server listens, so exports must not link to one.
    base: 'http://ibid.invalid',
    transport: async (address, init) => server.fetch(new Request(address, init)),
  });
}
