import { IbidError } from '@ibid/core';
import { isDatabaseUnavailable, openDatabase } from '@ibid/store/internal';
import type { OpenDatabase } from '@ibid/store/internal';
import type { ServerOptions } from './options.js';

/** The server's own words say what is wrong, but not which setting to change. */
class DatabaseNotOpened extends IbidError {
  readonly code = 'database_not_opened';

  constructor(cause: Error) {
    super(
      `The PostgreSQL database that IBID_DATABASE_URL or --database names cannot be opened: ${reasonOf(cause)}. ` +
        'Check that the address is right (postgres://user:password@host:5432/name) and that the server runs.',
      { cause },
    );
  }
}

/** Opens the database that the options name. */
export async function openConfiguredDatabase({
  databaseUrl,
  dataFolder,
}: ServerOptions): Promise<OpenDatabase> {
  if (!databaseUrl) return openDatabase({ folder: dataFolder });
  try {
    return await openDatabase({ url: databaseUrl });
  } catch (error) {
    if (isDatabaseUnavailable(error) || isRefused(error)) throw new DatabaseNotOpened(error as Error);
    throw error;
  }
}

/** Wrong password, no such user, no such database. */
function isRefused(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(?:28|3D)/u.test(code);
}

/** Several addresses of one name fail together, without a message. */
function reasonOf(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map(({ message }: Error) => message).join('; ')
    : error.message;
}
