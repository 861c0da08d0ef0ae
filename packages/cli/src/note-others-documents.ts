import type { CommandContext } from './command-context.js';
import type { Connection } from './connect.js';

/**
 * For the folder of a server with log-in, opened without it: its contents belong to the users. An empty view is then no
 * reason to add documents.
 */
export async function noteOthersDocuments(connection: Connection, context: CommandContext): Promise<void> {
  if (!connection.isLocal) return;
  const { client, place } = connection;
  const bases = await client.request('GET /api/knowledge-bases', {});
  if (bases.rows.some((base) => base.items > 0)) return;
  const users = await client.request('GET /api/users', {});
  if (users.rows.length === 0) return;
  context.note(
    context.notes.yellow(
      `The documents in ${place} belong to people who log in to its server, so this command does not search them. Ask the server instead, with a key from Settings, API keys: --server ADDRESS --key KEY.`,
    ),
  );
}
