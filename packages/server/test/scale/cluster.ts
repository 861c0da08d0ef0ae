import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOpenAIServer } from '@ibid/core/testing';
import type { FakeOpenAIServer } from '@ibid/core/testing';
import { startServerProcess } from '../../src/acceptance/server-process.js';
import type { ServerProcess } from '../../src/acceptance/server-process.js';
import { TestClient } from '../../src/acceptance/test-client.js';
import { createTestDatabase } from '../../../store/src/database/test-database.test-helper.js';
import { RedisProcess } from './redis-process.js';
import { RoundRobinProxy } from './round-robin-proxy.js';

/** Servers and workers in processes of their own, on one PostgreSQL, one Redis and one folder, behind a proxy. */
export class Cluster {
  readonly servers: ServerProcess[] = [];
  readonly workers: ServerProcess[] = [];
  readonly proxy = new RoundRobinProxy();
  redis!: RedisProcess;
  client!: TestClient;
  #folder!: string;
  #database!: Awaited<ReturnType<typeof createTestDatabase>>;
  #fake!: FakeOpenAIServer;

  static async open(options: { server: string; servers: number; workers: number }): Promise<Cluster> {
    const cluster = new Cluster();
    cluster.#folder = await mkdtemp(join(tmpdir(), 'ibid-scale-'));
    cluster.#database = await createTestDatabase(options.server);
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

  /** Straight to one server, past the proxy. */
  to(index: number): TestClient {
    return new TestClient(this.servers[index]!.url);
  }

  async killServer(index: number): Promise<void> {
    const [server] = this.servers.splice(index, 1);
    if (!server) return;
    this.proxy.targets.splice(this.proxy.targets.indexOf(server.url), 1);
    await server.end('SIGKILL');
  }

  async killWorker(index: number): Promise<void> {
    const [worker] = this.workers.splice(index, 1);
    await worker?.end('SIGKILL');
  }

  async close(): Promise<void> {
    await Promise.all([...this.servers, ...this.workers].map((one) => one.end('SIGKILL')));
    await this.proxy.close();
    await this.redis.close();
    await this.#fake.close();
    await this.#database.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #start(role: 'api' | 'worker'): Promise<ServerProcess> {
    return startServerProcess(
      {
        dataFolder: this.#folder,
        databaseUrl: this.#database.url,
        redisUrl: this.redis.url,
        role,
        logLevel: 'silent',
        limits: { turnsPerMinute: 100_000, requestsPerMinute: 100_000 },
      },
      { IBID_MODEL_URL: this.#fake.url },
    );
  }
}
