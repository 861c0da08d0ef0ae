import { createReadStream, constants, type ReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { QuotaExceeded, WorkspaceFileExists, WorkspaceFileMissing } from '@ibid/core/internal';
import type { Workspace, WorkspaceFile, WorkspaceWrite } from '@ibid/core/internal';
import { asWorkspaceErrors } from './as-workspace-errors.js';
import { checkWorkspacePath, RESERVED_PREFIX } from './check-workspace-path.js';
import { appended, inserted } from './file-pieces.js';
import { insertionOffset } from './insertion-offset.js';
import { locateFile, makeFolders, statsOf, type LocatedFile } from './locate-file.js';
import { oneAtATime } from './one-at-a-time.js';
import { sweepLeftovers, writeAtomically } from './write-atomically.js';

const MAX_LISTED = 10_000;
export const DEFAULT_QUOTA_BYTES = 256 * 1024 * 1024;

/** FD-6: the files of one conversation in their own folder. */
export class FolderWorkspace implements Workspace {
  readonly #root: string;
  readonly #quotaBytes: number;
  readonly #otherBytes: number;

  /** `otherBytes` count against the quota in addition to the files of this folder. */
  constructor(options: { folder: string; quotaBytes?: number; otherBytes?: number }) {
    this.#root = options.folder;
    this.#otherBytes = options.otherBytes ?? 0;
    this.#quotaBytes = options.quotaBytes ?? DEFAULT_QUOTA_BYTES;
  }

  async write(options: WorkspaceWrite): Promise<WorkspaceFile & { created: boolean }> {
    const names = checkWorkspacePath(options.path);
    return oneAtATime(this.#root, () => asWorkspaceErrors(options.path, () => this.#write(names, options)));
  }

  async list(): Promise<WorkspaceFile[]> {
    const files: WorkspaceFile[] = [];
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.name.startsWith(RESERVED_PREFIX)) continue;
        if (entry.isDirectory()) folders.push(path);
        const stats = entry.isFile() ? await statsOf(join(this.#root, path)) : null;
        if (stats && stats.nlink === 1)
          files.push({ path, bytes: stats.size, modifiedAt: stats.mtime.toISOString() });
        if (files.length >= MAX_LISTED) return sorted(files);
      }
    }
    return sorted(files);
  }

  async read(path: string): Promise<Uint8Array> {
    const file = await this.#existing(path);
    const handle = await open(file.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  /** For a download: the file as a stream, and its size. */
  async stream(path: string): Promise<{ stream: ReadStream; bytes: number }> {
    const file = await this.#existing(path);
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
    const handle = await open(file.path, flags);
    const { size } = await handle.stat();
    return { stream: createReadStream('', { fd: handle }), bytes: size };
  }

  async remove(path: string): Promise<void> {
    const file = await this.#existing(path);
    await oneAtATime(this.#root, () => asWorkspaceErrors(path, () => unlink(file.path)));
  }

  /** For a fork: copies the current files to an empty workspace. */
  async copyTo(target: FolderWorkspace): Promise<void> {
    for (const { path } of await this.list()) {
      const copy = join(target.#root, path);
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
      await copyFile(join(this.#root, path), copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    }
  }

  /** Copies a file from another workspace, in order to change it here. */
  async adopt(path: string, from: FolderWorkspace): Promise<void> {
    const source = await from.#existing(path);
    const names = checkWorkspacePath(path);
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    await makeFolders(this.#root, names.slice(0, -1));
    const target = await locateFile(this.#root, names);
    await writeAtomically({
      root: this.#root,
      path: target.path,
      shownPath: path,
      pieces: createReadStream(source.path),
      mustBeNew: true,
      onBytes: () => {},
      beforeReplace: async () => {},
    });
  }

  /** Removes the workspace and everything in it. */
  async destroy(): Promise<void> {
    await oneAtATime(this.#root, () => rm(this.#root, { recursive: true, force: true }));
  }

  async #existing(path: string): Promise<LocatedFile> {
    const file = await locateFile(this.#root, checkWorkspacePath(path));
    if (!file.stats) throw new WorkspaceFileMissing(path);
    return file;
  }

  async #write(names: string[], options: WorkspaceWrite): Promise<WorkspaceFile & { created: boolean }> {
    const shownPath = names.join('/');
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    await sweepLeftovers(this.#root);
    const file = await locateFile(this.#root, names);
    if (file.stats && !options.existOk) throw new WorkspaceFileExists(shownPath);
    if (!file.stats && !options.create) throw new WorkspaceFileMissing(shownPath);
    const old = file.stats && options.mode !== 'write' ? await readFile(file.path) : Buffer.alloc(0);
    const at = options.mode === 'insert' ? insertionOffset(old, options.position ?? 1) : old.length;
    await makeFolders(this.#root, names.slice(0, -1));
    const own = (await this.list()).reduce((sum, one) => sum + one.bytes, 0);
    const others = this.#otherBytes + own - (file.stats?.size ?? 0);
    const bytes = await writeAtomically({
      root: this.#root,
      path: file.path,
      shownPath,
      pieces: options.mode === 'insert' ? inserted(old, at, options.content) : appended(old, options.content),
      mustBeNew: !options.existOk,
      onBytes: (written) => {
        if (others + written > this.#quotaBytes)
          throw new QuotaExceeded({
            what: 'The workspace of this conversation',
            quotaBytes: this.#quotaBytes,
            usedBytes: others,
            neededBytes: written,
          });
      },
      // Somebody may have placed a link in the way while the content was written.
      beforeReplace: async () => {
        await makeFolders(this.#root, names.slice(0, -1));
        await locateFile(this.#root, names);
      },
    });
    const stats = await statsOf(file.path);
    const modifiedAt = (stats?.mtime ?? new Date()).toISOString();
    return { path: shownPath, bytes, modifiedAt, created: file.stats === null };
  }
}

function sorted(files: WorkspaceFile[]): WorkspaceFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
