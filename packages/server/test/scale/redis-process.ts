import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate Redis for the test that keeps nothing across restarts, which is the worst case. */
export class RedisProcess {
  readonly port: number;
  /** A separate folder: Redis would load any dump it finds. */
  readonly #folder: string;
  #process: ChildProcess | null = null;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async open(): Promise<RedisProcess> {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const redis = new RedisProcess(port, await mkdtemp(join(tmpdir(), 'ibid-redis-')));
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const settings = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--dir',
      this.#folder,
      '--save',
      '',
    ];
    this.#spawn(settings);
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (await this.#answers()) return;
      // The port of the killed one may not be free at once.
      if (this.#process?.exitCode !== null) this.#spawn(settings);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('Redis did not start. Is redis-server installed?');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #spawn(settings: string[]): void {
    this.#process = spawn('redis-server', settings, { stdio: 'ignore' });
    this.#process.on('error', () => {});
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }
}
