import { parseTree, type TreeEntry } from './git-object.js';
import type { GitRepository } from './git-repository.js';

/** A file of a tree, in comparison with another tree. */
export interface TreeFile {
  path: string;
  /** Null: it was deleted. */
  id: string | null;
}

const FOLDER = '40000';
const FILES = new Set(['100644', '100755', '100664']);
const MAX_TREE = 64 * 2 ** 20;
const MAX_DEPTH = 100;

/**
 * Files that are new or different in `newTree` compared with `oldTree`, and those that are gone. Folders that are the
 * same in both are not opened. Without an old tree: all files. Links and submodules are skipped. Only the folders on
 * the path down are in memory, so a repository of any size needs little.
 */
export async function* changedFiles(options: {
  repository: GitRepository;
  newTree: string | null;
  oldTree: string | null;
  /** Whether to open a folder. Its path ends with a slash. */
  opens: (folder: string) => boolean;
  /** Limit for opened trees: a tree can contain the same one again and again. */
  maxTrees: number;
}): AsyncGenerator<TreeFile, { complete: boolean }> {
  let trees = 0;
  let complete = true;
  const entriesOf = async (id: string | null): Promise<Map<string, TreeEntry>> => {
    if (id === null) return new Map();
    trees += 1;
    const tree = await options.repository.read(id, { maxBytes: MAX_TREE });
    return new Map(tree?.type === 'tree' ? parseTree(tree.bytes).map((entry) => [entry.name, entry]) : []);
  };
  async function* walk(
    newId: string | null,
    oldId: string | null,
    start: string,
    depth: number,
  ): AsyncGenerator<TreeFile> {
    if (trees >= options.maxTrees || depth > MAX_DEPTH) {
      complete = false;
      return;
    }
    const [now, before] = [await entriesOf(newId), await entriesOf(oldId)];
    for (const name of new Set([...now.keys(), ...before.keys()])) {
      const [entry, old] = [now.get(name), before.get(name)];
      if (entry?.id === old?.id && entry?.mode === old?.mode) continue;
      const path = start + name;
      const isFile = FILES.has(entry?.mode ?? '');
      if (isFile && entry) yield { path, id: entry.id };
      else if (FILES.has(old?.mode ?? '')) yield { path, id: null };
      const folders = [entry, old].map((one) => (one?.mode === FOLDER ? one.id : null));
      if (folders.some((id) => id !== null) && options.opens(`${path}/`))
        yield* walk(folders[0] ?? null, folders[1] ?? null, `${path}/`, depth + 1);
    }
  }
  yield* walk(options.newTree, options.oldTree, '', 0);
  return { complete };
}
