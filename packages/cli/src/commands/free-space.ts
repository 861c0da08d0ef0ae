import { removeOtherBuilds } from '@ibid/retrieval/internal';
import { EXIT, type CommandContext } from '../command-context.js';

const MEGABYTE = 1_000_000;

/** `ibid doctor --free-space`: deletes files installed for other platforms. */
export function freeSpace(context: CommandContext): number {
  const freed = removeOtherBuilds();
  if (!freed) {
    context.note("The embedder's runtime has no build for this system. Nothing was deleted.");
    return EXIT.failed;
  }
  const megabytes = Math.round(freed.bytes / MEGABYTE);
  context.write(
    freed.builds.length === 0
      ? 'Only the build for this system is installed. Nothing was deleted.\n'
      : `Deleted ${megabytes} MB: the embedder's runtime for ${freed.builds.join(', ')}.\n`,
  );
  return EXIT.ok;
}
