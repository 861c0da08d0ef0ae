import { EXIT, type CommandContext } from '../command-context.js';
import { defaultDataFolder } from '../connect.js';

/** `ibid rotate-key`: another secret key, with everything that was sealed by the old one sealed anew. */
export async function rotateSecretKey(
  options: { data?: string; database?: string },
  context: CommandContext,
): Promise<number> {
  const { rotateKey } = await import('@ibid/server');
  const { sealed, lost } = await rotateKey({
    dataFolder: options.data ?? defaultDataFolder(),
    databaseUrl: options.database ?? process.env['IBID_DATABASE_URL'],
  });
  context.write(`The secret key is a new one. Sealed anew: ${sealed}.\n`);
  if (lost > 0) context.note(`${lost} could not be read with the old key and must be entered again.`);
  if (process.env['IBID_SECRET'])
    context.note('Start the servers with the value of IBID_NEW_SECRET as IBID_SECRET.');
  context.note('Backups made before need the old key, which is in them unless it was in IBID_SECRET.');
  return EXIT.ok;
}
