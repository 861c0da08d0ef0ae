import { createServer } from '../create-server.js';
import type { CreateServerOptions } from '../options.js';

// A server process for tests: takes options as JSON, prints its address as JSON, and shuts down cleanly on a signal.
// Bundled as CommonJS, which waits for nothing outside of a function.
async function serve(): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '{}') as CreateServerOptions;
  const server = await createServer({ ...options, port: 0 });
  process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify(await server.listen())}\n`);
}

void serve();
