import { stat } from 'node:fs/promises';
import { EXIT, type CommandContext } from '../command-context.js';
import { defaultDataFolder } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';

interface Place {
  data?: string | undefined;
  database?: string | undefined;
}

const placeOf = ({ data, database }: Place) => ({
  dataFolder: data ?? defaultDataFolder(),
  databaseUrl: database ?? process.env['IBID_DATABASE_URL'],
});

/** From the environment, not a flag: flags show up in process lists and shell histories. */
const passphraseOf = () => process.env['IBID_BACKUP_PASSPHRASE'] || undefined;

/** `ibid backup FILE`: database, files, settings and keys in one checked file, while the server runs. */
export async function backup(
  path: string,
  options: Place & { encrypt?: boolean; force?: boolean },
  context: CommandContext,
): Promise<number> {
  const passphrase = passphraseOf();
  if (options.encrypt && !passphrase) {
    context.note('Set IBID_BACKUP_PASSPHRASE to the passphrase to encrypt the backup with.');
    return EXIT.usage;
  }
  if (!options.force && (await stat(path).catch(() => null))) {
    context.note(`${path} exists already. Choose another name, or add --force to replace it.`);
    return EXIT.usage;
  }
  const { writeBackup } = await import('@ibid/store/internal');
  const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: 'Backing up' });
  const made = await writeBackup({
    ...placeOf(options),
    path,
    passphrase,
    onProgress: ({ step, done, total }) => bar.update({ done, total, note: step }),
  }).finally(() => bar.finish());
  for (const missing of made.missing)
    context.note(`${missing} was deleted during the backup and is not in it.`);
  context.write(`${path}: ${sizeOf(made.bytes)}, ${made.files} files, read back and compared.\n`);
  if (!passphrase)
    context.note(
      'It is not encrypted and contains all documents and keys. Keep it where only you can read it, or set IBID_BACKUP_PASSPHRASE.',
    );
  return EXIT.ok;
}

/** `ibid restore FILE`: into an empty data folder, and an empty PostgreSQL database with --database. */
export async function restore(path: string, options: Place, context: CommandContext): Promise<number> {
  const total = (await stat(path).catch(() => null))?.size;
  if (total === undefined) {
    context.note(`There is no file ${path}. Give the path of a file made by "ibid backup".`);
    return EXIT.usage;
  }
  const { restoreBackup } = await import('@ibid/store/internal');
  const place = placeOf(options);
  const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: 'Restoring' });
  const { files, rows, header } = await restoreBackup({
    ...place,
    path,
    passphrase: passphraseOf(),
    onRead: (done) => bar.update({ done, total }),
  }).finally(() => bar.finish());
  context.write(
    `Restored the backup of ${header.madeAt} into ${place.dataFolder}: ${files} files, each compared, and ${rows} rows.\n` +
      `Start the server with the same options as before: ibid serve --data ${place.dataFolder}\n`,
  );
  return EXIT.ok;
}

/** `ibid check`: reads all data once and reports corruption. */
export async function check(options: Place, context: CommandContext): Promise<number> {
  const { checkData } = await import('@ibid/store/internal');
  const { rows, files, faults } = await checkData(placeOf(options));
  for (const fault of faults) context.write(`${context.terminal.yellow('!')} ${fault}\n`);
  if (faults.length > 0) {
    context.note(
      'Nothing was changed. Restore the last backup into a new folder: ibid restore FILE --data FOLDER',
    );
    return EXIT.failed;
  }
  context.write(
    `${context.terminal.green('All is well')}: ${rows} rows and ${files} stored files were read.\n`,
  );
  return EXIT.ok;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
