import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CreateServerOptions } from '../options.js';

const script = fileURLToPath(new URL('../../../../scripts/serve-child.mjs', import.meta.url));

export interface ServerProcess {
  url: string;
  setupUrl: string | null;
  process: ChildProcess;
  /** `SIGKILL` for a crash, `SIGTERM` for a shutdown. Resolves once the process has exited. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** A real server in a separate process, as a user would start it. */
export async function startServerProcess(
  options: CreateServerOptions,
  environment: Record<string, string> = {},
  /** Where its log goes. */
  stderr: 'inherit' | 'pipe' = 'inherit',
): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    [script, JSON.stringify({ logLevel: 'error', embedder: 'none', ...options })],
    {
      stdio: ['ignore', 'pipe', stderr],
      env: { PATH: process.env['PATH'], OLLAMA_HOST: 'off', ...environment },
    },
  );
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`))),
  ])) as [string];
  const { url, setupUrl } = JSON.parse(line) as { url: string; setupUrl: string | null };
  return {
    url,
    setupUrl,
    process: child,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}
