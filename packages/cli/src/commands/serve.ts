import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { IbidServer } from '@ibid/server';
import { packageUrl } from '@ibid/retrieval/internal';
import { EXIT, type CommandContext } from '../command-context.js';
import { clientInProcess, defaultDataFolder } from '../connect.js';
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
    // A user at a terminal gets the important messages in words; a log is for machines.
    logLevel: options.logLevel ?? (context.terminal.isInteractive || options.sample ? 'warn' : 'info'),
  });
  const listening = await server.listen().catch(async (fault: unknown) => {
    await server.close();
    const words = addressProblem(fault, options);
    if (words === null) throw fault;
    context.note(context.notes.red(words));
    return null;
  });
  if (listening === null) return EXIT.failed;
  const { url, setupUrl } = listening;
  if (options.sample && !options.login) {
    const folder = fileURLToPath(packageUrl(import.meta.url, 'sample'));
    const client = clientInProcess(server);
    if (existsSync(folder)) await ensureSample({ client, folder, note: context.note });
  }
  context.note(`Data in ${dataFolder}`);
  context.note(
    context.notes.dim('Press Ctrl-C to stop the server. Running answers are finished or saved first.'),
  );
  if (setupUrl) context.note(`First start: create the administrator at ${setupUrl} (the link works once).`);
  context.write(`${context.terminal.bold('Ibid is ready at')} ${context.terminal.link(url, url)}\n`);
  const code = await untilEnd(server, context);
  context.note('Ending …');
  await server.close();
  return code;
}

/**
 * Runs until Ctrl-C or an uncaught exception. Unhandled rejections are logged and do not affect other answers. After an
 * uncaught exception the state is unreliable, so the server shuts down as on Ctrl-C, storing what is being written, and
 * leaves the restart to its supervisor.
 */
function untilEnd(server: IbidServer, context: CommandContext): Promise<number> {
  process.on('unhandledRejection', (fault) => server.reportFault(fault, 'rejection'));
  return new Promise((resolve) => {
    process.on('uncaughtException', (fault) => {
      server.reportFault(fault, 'exception');
      const reason = fault instanceof Error ? fault.message : String(fault);
      context.note(context.notes.red(`Ibid has to stop after an unexpected error: ${reason}`));
      resolve(EXIT.failed);
    });
    if (context.signal.aborted) resolve(EXIT.ok);
    context.signal.addEventListener('abort', () => resolve(EXIT.ok), { once: true });
  });
}

/** Why nothing can listen there, in words; null if it is something else. */
function addressProblem(fault: unknown, { host, port }: Pick<ServeOptions, 'host' | 'port'>): string | null {
  switch ((fault as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Another program already uses port ${port}, perhaps an Ibid that is still running. Stop it, or choose another port: ibid serve --port ${port + 1}`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose one above 1023: ibid serve --port 4646`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address "${host}". Leave out --host, or give one of its own addresses.`;
    default:
      return null;
  }
}
