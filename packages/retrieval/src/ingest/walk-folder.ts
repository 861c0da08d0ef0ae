import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ParseError } from '../parse/index.js';
import { IgnoreRules, kindNeverRead } from './ignore-rules.js';

const MOST_BYTES_OF_RULES = 64 * 1024;
const TOO_MANY_RULES =
  '.ibidignore must be a file of at most 64 KB. Nothing of the folder was read; shorten it.';
/** Rules are tried on every file, in the thread that answers requests. */
const GIVE_WAY_MILLISECONDS = 10;

/** `skip` never follows links; `within` reads linked files (not folders) that lie inside the folder. */
export type LinkPolicy = 'skip' | 'within';

/** A file that was found in a folder. */
export interface FolderFile {
  path: string;
  /** Relative to the folder, with slashes. */
  relativePath: string;
}

/** A folder of pictures may hold any number. */
const MOST_NAMED = 1_000;

/** What a folder holds, and what of it could not be looked into. */
export interface FolderListing {
  files: FolderFile[];
  /** Folders that could not be opened, relative, with the reason: what was in them is unknown, not gone. */
  unreadable: { relativePath: string; reason: string }[];
  /** Named pipes, sockets and devices: never opened, since reading one may never end. */
  special: { relativePath: string; reason: string }[];
  /**
   * Files that nobody excluded and that are never read, pictures and programs say, by their ending: how many, and the
   * first of them by name.
   */
  neverRead: Map<string, { files: number; named: string[] }>;
}

/**
 * All files below a folder that its `.ibidignore` does not exclude, in a stable order. Throws when it is not there.
 */
export async function walkFolder(options: {
  folder: string;
  links?: LinkPolicy;
  /** Folders that are left out wherever they are met, whatever `.ibidignore` says; real paths. */
  except?: readonly string[];
}): Promise<FolderListing> {
  const root = await realpath(options.folder);
  const rules = new IgnoreRules(await readRules(join(root, '.ibidignore')));
  const listing: FolderListing = {
    files: [],
    unreadable: [],
    special: [],
    neverRead: new Map(),
  };
  let began = performance.now();
  const visit = async (relative: string): Promise<void> => {
    const entries = await readdir(join(root, relative), { withFileTypes: true });
    entries.sort((left, right) => (left.name < right.name ? -1 : 1));
    for (const entry of entries) {
      if (performance.now() - began > GIVE_WAY_MILLISECONDS) {
        await nextTurn();
        began = performance.now();
      }
      const relativePath = relative === '' ? entry.name : `${relative}/${entry.name}`;
      const path = join(root, relativePath);
      if (rules.ignores(relativePath, entry.isDirectory())) continue;
      if (entry.isDirectory()) {
        if (options.except?.includes(path)) continue;
        await visit(relativePath).catch((error: unknown) => {
          listing.unreadable.push({ relativePath, reason: reasonOf(error) });
        });
      } else if (entry.isFile() || (entry.isSymbolicLink() && (await isInside(path, root, options)))) {
        const kind = kindNeverRead(entry.name);
        if (kind === null) listing.files.push({ path, relativePath });
        else {
          const { files, named } = listing.neverRead.get(kind) ?? { files: 0, named: [] };
          if (named.length < MOST_NAMED) named.push(relativePath);
          listing.neverRead.set(kind, { files: files + 1, named });
        }
      } else if (!entry.isFile() && !entry.isSymbolicLink())
        listing.special.push({ relativePath, reason: 'It is a named pipe, socket or device, not a file.' });
    }
  };
  await visit('');
  return listing;
}

/** Without its rules a folder would be read whole: only one that has none continues without. */
async function readRules(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (!found) return '';
  if (!found.isFile() || found.size > MOST_BYTES_OF_RULES) throw new ParseError('too-large', TOO_MANY_RULES);
  return readFile(path, 'utf8');
}

async function isInside(
  path: string,
  root: string,
  { links, except = [] }: { links?: LinkPolicy; except?: readonly string[] },
): Promise<boolean> {
  if (links !== 'within') return false;
  try {
    const target = await realpath(path);
    if (except.some((folder) => target.startsWith(folder + sep))) return false;
    return target.startsWith(root + sep) && (await stat(target)).isFile();
  } catch {
    return false;
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `The folder cannot be opened${code}.`;
}
