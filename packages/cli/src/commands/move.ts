import { EXIT, type CommandContext } from '../command-context.js';
import { defaultDataFolder } from '../connect.js';

/** `ibid move FROM TO`: copies one database to an empty one; each is a data folder or `postgres://…`. */
export async function move(options: { from: string; to: string }, context: CommandContext): Promise<number> {
  const { moveDatabase, openDatabase } = await import('@ibid/store/internal');
  const open = (place: string) =>
    openDatabase(/^postgres(ql)?:\/\//u.test(place) ? { url: place } : { folder: place });
  const from = await open(options.from === 'default' ? defaultDataFolder() : options.from);
  try {
    const to = await open(options.to);
    try {
      const { rows } = await moveDatabase({
        from,
        to,
        onProgress: (progress) => context.note(`${progress.table}: ${progress.rows}`),
      });
      context.write(
        `Moved ${rows} rows. Uploaded files stay in the data folder: keep using it, or copy it.\n`,
      );
      return EXIT.ok;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
