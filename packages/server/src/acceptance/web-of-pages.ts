import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small web server whose pages a test can change. */
export interface WebOfPages {
  origin: string;
  pages: Record<string, string | ((response: ServerResponse) => void)>;
  asked: string[];
  /** Simulates switching the machine off, and on again at the same address. */
  away(isAway: boolean): void;
  close(): void;
}

export async function startWebOfPages(): Promise<WebOfPages> {
  let isAway = false;
  const web: Pick<WebOfPages, 'pages' | 'asked'> = { pages: {}, asked: [] };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    web.asked.push(path);
    const page = web.pages[path];
    if (isAway) request.socket.destroy();
    else if (page === undefined) response.writeHead(404).end();
    else if (typeof page === 'function') page(response);
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...web,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    away: (now) => {
      isAway = now;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const linksTo = (...targets: string[]): string =>
  targets.map((target) => `<a href="${target}">${target}</a>`).join(' ');
