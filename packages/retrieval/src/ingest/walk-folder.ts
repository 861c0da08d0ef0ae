import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ParseError } from '../parse/index.js';
import { IgnoreRules, kindNeverRead } from './ignore-rules.js';

const MOST_BYTES_OF_RULES = 64 * 1024;
const TOO_MANY_RULES =
  '.ibidignore must be a file of at most 64 KB. Nothing of the folder was read; shorten it.';
/** Rules are tried on every file, in the thread that answers requests, so it yields this often. */
const GIVE_WAY_MILLISECONDS = 10;

/** `skip` never follows links. `within` reads linked files (not folders) that are inside the folder. */
export type LinkPolicy = 'skip' | 'within';

export interface FolderFile {
  path: string;
  /** Relative to the folder, with slashes. */
  relativePath: string;
}

/** A folder of pictures may have any number of files. */
const MOST_NAMED = 1_000;

/** The content of a folder, and what could not be read. */
export interface FolderListing {
  files: FolderFile[];
  /** Folders that could not be opened, with the reason, as relative paths. Their content is unknown, not deleted. */
  unreadable: { relativePath: string; reason: string }[];
  /** Named pipes, sockets and devices. They are never opened, because reading one may never end. */
  special: { relativePath: string; reason: string }[];
  /**
   * Files that no rule excludes but that are never read, such as videos or programs, by extension: how many, and the
   * first names.
   */
  neverRead: Map<string, { files: number; named: string[] }>;
}

/**
 * All files below a folder that its `.ibidignore` does not exclude, in a stable order. Throws if the folder does not
 * exist.
 */
export async function walkFolder(options: {
  folder: string;
  links?: LinkPolicy;
  /** Folders that are always skipped, whatever `.ibidignore` says, as real paths. */
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

/** Ignoring unreadable rules would read the whole folder, so only a missing file counts as no rules. */
async function readRules(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (!found) return '';
  if (!found.isFile() || found.size > MOST_BYTES_OF_RULES) throw new ParseError('too_large', TOO_MANY_RULES);
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
