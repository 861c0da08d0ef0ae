import { createServer } from '../create-server.js';
import type { CreateServerOptions } from '../options.js';

// A server process for tests: options come as JSON, the address goes out as JSON, a signal ends it in good order.
const options = JSON.parse(process.argv[2] ?? '{}') as CreateServerOptions;
const server = await createServer({ ...options, port: 0 });
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify(await server.listen())}\n`);
