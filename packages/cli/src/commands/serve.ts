import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXIT, type CommandContext } from '../command-context.js';
import { defaultDataFolder } from '../connect.js';
import { ApiClient } from '../api-client.js';
import { ensureSample } from './ensure-sample.js';

export interface ServeOptions {
  data?: string;
  host: string;
  port: number;
  sample?: boolean;
  login?: boolean;
  role: 'api' | 'worker' | 'all';
  logLevel?: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** `ibid serve`: the page and the API until Ctrl-C. Without `--login` it is single-user and on loopback only. */
export async function serve(options: ServeOptions, context: CommandContext): Promise<number> {
  const dataFolder = options.data ?? defaultDataFolder();
  const { createServer } = await import('@ibid/server');
  const server = await createServer({
    dataFolder,
    host: options.host,
    port: options.port,
    mode: options.login ? 'login' : 'local',
    role: options.role,
    // A person at a terminal is told what matters in words; a log is for machines.
    logLevel: options.logLevel ?? (context.terminal.isInteractive || options.sample ? 'warn' : 'info'),
  });
  const { url, setupUrl } = await server.listen();
  if (options.sample && !options.login) {
    const folder = fileURLToPath(new URL('../../sample', import.meta.url));
    const client = new ApiClient({ fetch: async (request) => server.fetch(request), base: url });
    if (existsSync(folder)) await ensureSample({ client, folder, note: context.note });
  }
  context.note(`Data in ${dataFolder}`);
  context.note(context.notes.dim('Ctrl-C ends the server; running answers are finished or kept first.'));
  if (setupUrl) context.note(`First start: make the administrator at ${setupUrl} (the link works once).`);
  context.write(`${context.terminal.bold('Ibid is ready at')} ${context.terminal.link(url, url)}\n`);
  await new Promise<void>((resolve) => {
    if (context.signal.aborted) resolve();
    context.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  context.note('Ending …');
  await server.close();
  return EXIT.ok;
}
