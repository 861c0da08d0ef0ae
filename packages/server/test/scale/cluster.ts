import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { startServerProcess } from '../../src/acceptance/server-process.js';
import type { ServerProcess } from '../../src/acceptance/server-process.js';
import { TestClient } from '../../src/acceptance/test-client.js';
import { createTestDatabase } from '../../../store/src/database/test-database.test-helper.js';
import { NetworkLink } from './network-link.js';
import { openPostgresProcess, type PostgresProcess } from './postgres-process.js';
import { RedisProcess } from './redis-process.js';
import { RoundRobinProxy } from './round-robin-proxy.js';

/** Servers and workers in separate processes, on one PostgreSQL, one Redis and one folder, behind a proxy. */
export class Cluster {
  readonly servers: ServerProcess[] = [];
  readonly workers: ServerProcess[] = [];
  readonly proxy = new RoundRobinProxy();
  redis!: RedisProcess;
  /** A separate one, if it may be restarted. */
  postgres: PostgresProcess | null = null;
  client!: TestClient;
  readonly #links = new Map<ServerProcess, NetworkLink>();
  #folder!: string;
  #database!: Awaited<ReturnType<typeof createTestDatabase>>;
  #fake!: FakeOpenAIServer;

  /**
   * Without a `server`, the cluster starts its own PostgreSQL, and each process gets a network link that can be cut.
   */
  static async open(options: { server: string | null; servers: number; workers: number }): Promise<Cluster> {
    const cluster = new Cluster();
    cluster.#folder = await mkdtemp(join(tmpdir(), 'ibid-scale-'));
    cluster.postgres = options.server === null ? await openPostgresProcess() : null;
    cluster.#database = await createTestDatabase(options.server ?? cluster.postgres!.url);
    cluster.#fake = await startFakeOpenAIServer();
    cluster.redis = await RedisProcess.open();
    cluster.client = new TestClient(await cluster.proxy.listen());
    await Promise.all([
      ...Array.from({ length: options.servers }, () => cluster.addServer()),
      ...Array.from({ length: options.workers }, () => cluster.addWorker()),
    ]);
    return cluster;
  }

  async addServer(): Promise<void> {
    const server = await this.#start('api');
    this.servers.push(server);
    this.proxy.targets.push(server.url);
  }

  async addWorker(): Promise<void> {
    this.workers.push(await this.#start('worker'));
  }

  /** Directly to one server, bypassing the proxy. */
  to(index: number): TestClient {
    return new TestClient(this.servers[index]!.url);
  }

  async killServer(index: number): Promise<void> {
    const [server] = this.servers.splice(index, 1);
    if (!server) return;
    this.proxy.targets.splice(this.proxy.targets.indexOf(server.url), 1);
    await this.#end(server);
  }

  /** Silently cuts one process off from the database and Redis, then reconnects it. */
  async cutOff(index: number, milliseconds: number): Promise<void> {
    const all = [...this.servers, ...this.workers];
    const link = this.#links.get(all[index % all.length]!);
    link?.cut();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    link?.mend();
  }

  async killWorker(index: number): Promise<void> {
    const [worker] = this.workers.splice(index, 1);
    if (worker) await this.#end(worker);
  }

  async #end(one: ServerProcess): Promise<void> {
    await one.end('SIGKILL');
    this.#links.get(one)?.close();
    this.#links.delete(one);
  }

  async close(): Promise<void> {
    await Promise.all([...this.servers, ...this.workers].map((one) => this.#end(one)));
    await this.proxy.close();
    await this.redis.close();
    await this.#fake.close();
    await this.#database.drop();
    await this.postgres?.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #start(role: 'api' | 'worker'): Promise<ServerProcess> {
    const [databaseUrl, redisUrl] = [new URL(this.#database.url), new URL(this.redis.url)];
    const urls = [databaseUrl, redisUrl];
    const link = this.postgres ? await NetworkLink.open(urls.map(({ port }) => Number(port))) : null;
    for (const [at, url] of link ? urls.entries() : []) {
      url.hostname = link!.host;
      url.port = String(link!.ports[at]);
    }
    const server = await startServerProcess(
      {
        dataFolder: this.#folder,
        databaseUrl: databaseUrl.href,
        redisUrl: redisUrl.href,
        role,
        logLevel: 'silent',
        limits: { turnsPerMinute: 100_000, requestsPerMinute: 100_000 },
      },
      { IBID_MODEL_URL: this.#fake.url },
    );
    if (link) this.#links.set(server, link);
    return server;
  }
}
