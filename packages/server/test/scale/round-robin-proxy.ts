import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands before the servers: each request goes to the next one that lets itself be connected to. */
export class RoundRobinProxy {
  /** May change at any time. */
  readonly targets: string[] = [];
  readonly #server: Server;
  #next = 0;

  constructor() {
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
    // Clients end what they no longer use. A proxy that does so after five seconds may end what one is writing to.
    this.#server.keepAliveTimeout = 600_000;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    for (let attempt = 0; attempt < this.targets.length; attempt += 1) {
      const target = this.targets[this.#next++ % this.targets.length];
      if (target && (await this.#to(target, incoming, body, outgoing))) return;
    }
    outgoing.writeHead(502).end();
  }

  /** False when nobody was there: then, and only then, another one may be asked. */
  #to(target: string, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<boolean> {
    return new Promise((resolve) => {
      const { hostname, port } = new URL(target);
      const upstream = request(
        {
          hostname,
          port,
          path: incoming.url,
          method: incoming.method,
          headers: incoming.headers,
          // A connection that is kept may be one that its server closes at this moment.
          agent: false,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          answer.on('error', () => outgoing.destroy());
          answer.on('aborted', () => outgoing.destroy());
          resolve(true);
        },
      );
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false);
        outgoing.destroy();
        resolve(true);
      });
      outgoing.on('close', () => upstream.destroy());
      upstream.end(body);
    });
  }
}
