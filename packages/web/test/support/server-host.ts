import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ServerOptions {
  mode?: 'local' | 'login';
  environment?: Record<string, string>;
  /** Default none: it takes a second to load, and few tests need it. */
  embedder?: 'local' | 'none';
  /** False: answers are quotations. */
  hasModel?: boolean;
}

interface StartedServer {
  url: string;
  setupUrl: string | null;
  close: () => Promise<void>;
}

interface Host {
  isOver: () => boolean;
  ask: (request: { start: ServerOptions } | { close: string }) => Promise<Told>;
}

type Told = Omit<StartedServer, 'close'> & { error?: string };

let shared: Host | null = null;

/** A server on its own folder, in a process that serves all files of a test process: loading it takes a second. */
export async function startServer(options: ServerOptions): Promise<StartedServer> {
  if (shared === null || shared.isOver()) shared = startHost();
  const host = shared;
  const { url, setupUrl } = await host.ask({ start: options });
  return { url, setupUrl, close: async () => void (await host.ask({ close: url })) };
}

function startHost(): Host {
  const script = fileURLToPath(new URL('./serve.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, { resolve: (told: Told) => void; reject: (error: Error) => void }>();
  let asked = 0;
  let isOver = false;
  child.once('exit', (code, signal) => {
    isOver = true;
    for (const { reject } of waiting.values())
      reject(new Error(`The process of the servers ended with ${signal ?? code}.`));
  });
  createInterface(child.stdout).on('line', (line) => {
    const { id, ...told } = JSON.parse(line) as Told & { id: number };
    const one = waiting.get(id);
    waiting.delete(id);
    if (told.error === undefined) one?.resolve(told);
    else one?.reject(new Error(told.error));
  });
  return {
    isOver: () => isOver,
    ask: (request) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        child.stdin.write(`${JSON.stringify({ id: asked, ...request })}\n`);
      }),
  };
}
