import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer: each request goes to the next server that accepts a connection. */
export class RoundRobinProxy {
  /** May change at any time. */
  readonly targets: string[] = [];
  readonly #server: Server;
  #next = 0;

  constructor() {
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
    // Clients close idle connections. A proxy that does so after five seconds may close one that a client is writing
    // to.
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

  /** False if nobody was there: only then may another server be tried. */
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
          // A kept connection may be one that its server is just closing.
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
