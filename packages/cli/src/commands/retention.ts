import { EXIT, type CommandContext } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';

interface RetentionOptions extends ConnectOptions {
  run?: boolean;
  json?: boolean;
}

/** `ibid retention`: what is past its retention; `--run` deletes it now (ORG-3). */
export async function retention(options: RetentionOptions, context: CommandContext): Promise<number> {
  const connection = await connect(options);
  const { client } = connection;
  try {
    const { system } = await client.request('GET /api/settings', {});
    const { conversationDays = null, jobDays = null, usageDays = null } = system?.retention ?? {};
    const counts = options.run
      ? await client.request('POST /api/retention/run', {})
      : await client.request('GET /api/retention', { query: { conversationDays, jobDays, usageDays } });
    if (options.json) context.write(`${JSON.stringify(counts)}\n`);
    else {
      const days = { conversations: conversationDays, jobs: jobDays, usage: usageDays };
      for (const [kind, count] of Object.entries(counts)) {
        const kept = kind in days ? days[kind as keyof typeof days] : undefined;
        const period = kept === undefined ? '' : kept === null ? ' (kept for ever)' : ` (kept ${kept} days)`;
        context.write(`${kind}${period}: ${count} ${options.run ? 'deleted' : 'to delete'}\n`);
      }
    }
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}
