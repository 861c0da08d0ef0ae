import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  WorkspaceFileExists,
  WorkspaceFileMissing,
  WorkspacePathRefused,
  type Workspace,
  type WorkspaceFile,
  type WorkspaceWrite,
} from '@ibid/core/internal';
import type { ReadStream } from 'node:fs';
import { checkWorkspacePath } from './check-workspace-path.js';
import { DEFAULT_QUOTA_BYTES, FolderWorkspace } from './folder-workspace.js';
import { oneAtATime } from './one-at-a-time.js';
import { readRemoved, writeRemoved } from './removed-files.js';

/**
 * FD-7: the files of one conversation as one branch sees them. Every message that writes gets its own folder, layered
 * over those of earlier messages. The topmost file of a path wins, and a file is copied up before it is changed.
 * Branches therefore never see each other's changes, and earlier versions are kept.
 */
export class BranchWorkspace implements Workspace {
  readonly #folder: string;
  /** Messages of the branch, root first; writes go to the last one. */
  readonly #messageIds: readonly string[];
  readonly #quotaBytes: number;

  constructor(options: { folder: string; messageIds: readonly string[]; quotaBytes?: number }) {
    for (const id of options.messageIds)
      if (!/^[\w-]{1,64}$/.test(id)) throw new TypeError('A message id was expected.');
    this.#folder = options.folder;
    this.#messageIds = options.messageIds;
    this.#quotaBytes = options.quotaBytes ?? DEFAULT_QUOTA_BYTES;
  }

  async write(options: WorkspaceWrite): Promise<WorkspaceFile & { created: boolean }> {
    const path = checkWorkspacePath(options.path).join('/');
    const own = this.#messageIds.at(-1);
    if (own === undefined) throw new WorkspacePathRefused(path, 'no message is being answered');
    return oneAtATime(this.#folder, async () => {
      const files = await this.#files();
      refuseClash(path, files.keys());
      const known = files.get(path);
      if (known && !options.existOk) throw new WorkspaceFileExists(path);
      if (!known && !options.create) throw new WorkspaceFileMissing(path);
      const layer = this.#layer(own, await this.#bytesBeside(own));
      // If we crash here, the copy still equals what was visible before.
      if (known && known.messageId !== own && options.mode !== 'write') await layer.adopt(path, known.layer);
      const written = await layer.write({ ...options, create: true, existOk: true });
      await this.#setRemoved(own, path, false);
      return { ...written, created: !known };
    });
  }

  async list(): Promise<WorkspaceFile[]> {
    const files = [...(await this.#files()).values()].map(({ file }) => file);
    return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
  }

  async read(path: string): Promise<Uint8Array> {
    return (await this.#layerOf(path)).read(path);
  }

  /** For a download: the file as a stream, and its size. */
  async stream(path: string): Promise<{ stream: ReadStream; bytes: number }> {
    return (await this.#layerOf(path)).stream(path);
  }

  async remove(path: string): Promise<void> {
    const name = checkWorkspacePath(path).join('/');
    await oneAtATime(this.#folder, async () => {
      const known = (await this.#files()).get(name);
      const own = this.#messageIds.at(-1);
      if (!known || own === undefined) throw new WorkspaceFileMissing(path);
      await this.#setRemoved(own, name, true);
      if (known.messageId === own) await known.layer.remove(name);
    });
  }

  /** For a fork: copies the layers of this branch to the new ids of its messages. */
  async copyTo(options: { folder: string; messageIds: ReadonlyMap<string, string> }): Promise<void> {
    for (const messageId of this.#messageIds) {
      const copiedId = options.messageIds.get(messageId);
      if (copiedId === undefined) continue;
      const target = new BranchWorkspace({ folder: options.folder, messageIds: [copiedId] });
      await this.#layer(messageId).copyTo(target.#layer(copiedId));
      const removed = await readRemoved(this.#layerFolder(messageId));
      if (removed.size > 0) await writeRemoved(target.#layerFolder(copiedId), removed);
    }
  }

  /** Removes what these messages wrote; older versions of the files become visible again. */
  async forget(messageIds: readonly string[]): Promise<void> {
    await oneAtATime(this.#folder, async () => {
      for (const messageId of messageIds)
        await rm(this.#layerFolder(messageId), { recursive: true, force: true });
    });
  }

  /** Removes the files of all branches. */
  async destroy(): Promise<void> {
    await oneAtATime(this.#folder, () => rm(this.#folder, { recursive: true, force: true }));
  }

  /** The visible files of the branch, each with its layer. */
  async #files(): Promise<Map<string, { file: WorkspaceFile; messageId: string; layer: FolderWorkspace }>> {
    const files = new Map<string, { file: WorkspaceFile; messageId: string; layer: FolderWorkspace }>();
    const written = new Set(await readdir(this.#folder).catch(() => []));
    for (const messageId of this.#messageIds) {
      if (!written.has(messageId) && !written.has(`${messageId}.removed`)) continue;
      for (const path of await readRemoved(this.#layerFolder(messageId))) files.delete(path);
      const layer = this.#layer(messageId);
      for (const file of await layer.list()) files.set(file.path, { file, messageId, layer });
    }
    return files;
  }

  async #layerOf(path: string): Promise<FolderWorkspace> {
    const known = (await this.#files()).get(checkWorkspacePath(path).join('/'));
    if (!known) throw new WorkspaceFileMissing(path);
    return known.layer;
  }

  /** Counts all branches: the quota applies to the conversation. */
  async #bytesBeside(own: string): Promise<number> {
    let bytes = 0;
    for (const entry of await readdir(this.#folder, { withFileTypes: true }).catch(() => []))
      if (entry.isDirectory() && entry.name !== own)
        for (const file of await this.#layer(entry.name).list()) bytes += file.bytes;
    return bytes;
  }

  async #setRemoved(messageId: string, path: string, isRemoved: boolean): Promise<void> {
    const removed = await readRemoved(this.#layerFolder(messageId));
    if (removed.has(path) === isRemoved) return;
    if (isRemoved) removed.add(path);
    else removed.delete(path);
    await writeRemoved(this.#layerFolder(messageId), removed);
  }

  #layer(messageId: string, otherBytes = 0): FolderWorkspace {
    return new FolderWorkspace({
      folder: this.#layerFolder(messageId),
      quotaBytes: this.#quotaBytes,
      otherBytes,
    });
  }

  #layerFolder(messageId: string): string {
    return join(this.#folder, messageId);
  }
}

/** A path cannot be a file in one layer and a folder in another. */
function refuseClash(path: string, known: Iterable<string>): void {
  for (const other of known) {
    if (other.startsWith(`${path}/`))
      throw new WorkspacePathRefused(path, 'it is a folder or a special file');
    if (path.startsWith(`${other}/`))
      throw new WorkspacePathRefused(path, `${other.split('/').at(-1) ?? ''} is a file, not a folder`);
  }
}
