import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

let links = 0;

/**
 * A separate network between one server and its dependencies: a namespace with a relay, joined to ours by a pair of
 * interfaces. Cutting takes the far interface down, so packets vanish silently, as with a pulled cable: connections
 * stay open and silent, which is worse than refused ones.
 *
 * Our end gets no address, only a route. A browser that sees an address appear or disappear assumes that the network
 * changed and fails every pending request, and page tests run alongside these.
 */
export class NetworkLink {
  readonly #name: string;
  readonly #near: string;
  readonly #far: string;
  readonly #processes: ChildProcess[] = [];
  /** Ports behind the link, in the order of the targets. */
  ports: number[] = [];

  private constructor() {
    links += 1;
    // Interface names have at most 15 characters.
    this.#name = `ib${process.pid.toString(36)}x${links}`;
    this.#far = `10.${200 + (process.pid % 50)}.${links % 250}.2`;
    this.#near = ownAddress();
  }

  /** To ports of this machine. */
  static async open(targets: readonly number[]): Promise<NetworkLink> {
    const link = new NetworkLink();
    const name = link.#name;
    ip('netns', 'add', name);
    ip('link', 'add', `${name}a`, 'type', 'veth', 'peer', 'name', `${name}b`, 'netns', name);
    ip('link', 'set', `${name}a`, 'addrgenmode', 'none', 'up');
    ip('route', 'add', `${link.#far}/32`, 'dev', `${name}a`);
    ip('-n', name, 'addr', 'add', link.#far, 'peer', `${link.#near}/32`, 'dev', `${name}b`);
    ip('-n', name, 'link', 'set', `${name}b`, 'up');
    const inner = await link.#relay(
      [],
      link.#near,
      targets.map((port) => `127.0.0.1:${port}`),
    );
    link.ports = await link.#relay(
      ['netns', 'exec', name],
      link.#far,
      inner.map((port) => `${link.#near}:${port}`),
    );
    return link;
  }

  get host(): string {
    return this.#far;
  }

  cut(): void {
    ip('-n', this.#name, 'link', 'set', `${this.#name}b`, 'down');
  }

  mend(): void {
    ip('-n', this.#name, 'link', 'set', `${this.#name}b`, 'up');
  }

  close(): void {
    for (const child of this.#processes) child.kill('SIGKILL');
    ip('netns', 'del', this.#name);
  }

  async #relay(inside: readonly string[], listenOn: string, targets: readonly string[]): Promise<number[]> {
    const script = fileURLToPath(new URL('./relay.mjs', import.meta.url));
    const run = [process.execPath, script, listenOn, ...targets];
    const [command = '', ...args] = inside.length > 0 ? ['ip', ...inside, ...run] : run;
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#processes.push(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return JSON.parse(line) as number[];
  }
}

/** An existing non-loopback address of this machine. */
function ownAddress(): string {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal);
  if (!own) throw new Error('This machine has no address besides the loopback.');
  return own.address;
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
