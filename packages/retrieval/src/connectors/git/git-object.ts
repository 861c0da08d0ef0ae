import { createHash } from 'node:crypto';

export type GitType = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  type: GitType;
  bytes: Uint8Array;
}

/** An entry of a tree. `mode` is octal, as Git writes it. */
export interface TreeEntry {
  mode: string;
  name: string;
  id: string;
}

/** Git's id of an object. */
export function objectId({ type, bytes }: GitObject): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Parses a tree and drops entries that no valid tree contains. */
export function parseTree(bytes: Uint8Array): TreeEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries: TreeEntry[] = [];
  for (let at = 0; at < buffer.length;) {
    const space = buffer.indexOf(32, at);
    const end = buffer.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > buffer.length) break;
    const name = buffer.toString('utf8', space + 1, end);
    const id = buffer.toString('hex', end + 1, end + 21);
    if (name !== '' && name !== '.' && name !== '..' && !name.includes('/'))
      entries.push({ mode: buffer.toString('latin1', at, space), name, id });
    at = end + 21;
  }
  return entries;
}

/** The tree of a commit, and its date. */
export function parseCommit(bytes: Uint8Array): { tree: string; date: string | null } | null {
  const text = Buffer.from(bytes).toString('utf8');
  const tree = /^tree ([0-9a-f]{40})$/mu.exec(text)?.[1];
  const seconds = Number(/^committer .* (\d{1,12}) [+-]\d{4}$/mu.exec(text)?.[1] ?? Number.NaN);
  if (tree === undefined) return null;
  return { tree, date: Number.isNaN(seconds) ? null : new Date(seconds * 1000).toISOString() };
}
