import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Servers that only tests need come from scripts/tools, so nobody else has to install them. */
export async function requireTool<T>(name: string): Promise<T> {
  const scripts = new URL('../../../../scripts/tools.mjs', import.meta.url).href;
  const { installTools } = (await import(scripts)) as { installTools: () => string };
  return createRequire(pathToFileURL(join(installTools(), 'package.json')))(name) as T;
}

export interface TestServer {
  url: string;
  close: () => Promise<void>;
}

export async function serve(listener: RequestListener, port = 0): Promise<TestServer> {
  const server = createServer(listener);
  // Tests that wait for a program block this process for longer than the usual 5 seconds.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
