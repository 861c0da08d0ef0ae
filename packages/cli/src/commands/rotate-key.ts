import { EXIT, type CommandContext } from '../command-context.js';
import { defaultDataFolder } from '../connect.js';

/** `ibid rotate-key`: creates a new secret key and seals everything again with it. */
export async function rotateSecretKey(
  options: { data?: string; database?: string },
  context: CommandContext,
): Promise<number> {
  const { rotateKey } = await import('@ibid/server');
  const { sealed, lost } = await rotateKey({
    dataFolder: options.data ?? defaultDataFolder(),
    databaseUrl: options.database ?? process.env['IBID_DATABASE_URL'],
  });
  context.write(`Made a new secret key. Secrets encrypted with it: ${sealed}.\n`);
  if (lost > 0) context.note(`${lost} could not be read with the old key. Enter them again.`);
  if (process.env['IBID_SECRET'])
    context.note('Start the servers with the value of IBID_NEW_SECRET as IBID_SECRET.');
  context.note('Earlier backups need the old key. They contain it, unless it was in IBID_SECRET.');
  return EXIT.ok;
}
