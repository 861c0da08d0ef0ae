import { open, readdir, readFile, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { IbidError } from '@ibid/core';
import { ConnectorError } from '../connector-error.js';
import type { ConnectorTools } from '../connector.js';
import type { GitObject, GitType } from './git-object.js';
import type { GitRepository } from './git-repository.js';
import { PackFile } from './pack-file.js';
import { openPackIndex } from './pack-index.js';

interface OpenPack {
  pack: PackFile;
  find: (id: string) => Promise<number | null>;
  files: FileHandle[];
}

/** A local repository, bare or with a working tree. Nothing outside its folder is read. */
export class LocalRepository implements GitRepository {
  readonly #folder: string;
  #packs: OpenPack[] | null = null;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(path: string, assertFolder: ConnectorTools['assertFolder']): Promise<LocalRepository> {
    if (!assertFolder)
      throw new ConnectorError(
        'settings',
        'Ibid does not read folders of this machine here. Enter an address with https://.',
      );
    await assertFolder(path).catch((error: unknown) => {
      const message = error instanceof IbidError ? error.message : `Ibid may not read ${path}.`;
      throw new ConnectorError('settings', message, { cause: error });
    });
    const real = await realpath(path).catch(() => path);
    for (const folder of [real, join(real, '.git')])
      if (
        await stat(join(folder, 'objects')).then(
          (found) => found.isDirectory(),
          () => false,
        )
      )
        return new LocalRepository(folder);
    throw new ConnectorError('settings', `${path} contains no Git repository.`);
  }

  async tipOf(branch: string | null): Promise<{ commit: string; branch: string }> {
    const head = /^ref: refs\/heads\/(.+)$/mu.exec(await this.#text('HEAD'))?.[1];
    const name = branch ?? head;
    const reference = `refs/heads/${name}`;
    const loose = (await this.#text(reference)).trim();
    const packed = (await this.#text('packed-refs'))
      .split('\n')
      .find((line) => line.endsWith(` ${reference}`));
    const commit = [loose, packed?.slice(0, 40) ?? ''].find((id) => /^[0-9a-f]{40}$/u.test(id));
    if (name === undefined || commit === undefined)
      throw new ConnectorError('settings', `The repository has no branch ${name ?? 'at all; it is empty'}.`);
    return { commit, branch: name };
  }

  async prepare(commit: string): Promise<boolean> {
    // Commits pushed since the packs were opened may be in new packs.
    await this.#closePacks();
    return (await this.read(commit, { maxBytes: 2 ** 20 })) !== null;
  }

  async read(id: string, { maxBytes }: { maxBytes: number }): Promise<GitObject | null> {
    if (!/^[0-9a-f]{40}$/u.test(id)) return null;
    this.#packs ??= await this.#openPacks();
    for (const { pack, find } of this.#packs) {
      const offset = await find(id);
      if (offset === null) continue;
      const object = await pack.readAt(offset, maxBytes);
      if (!object) throw tooLarge(maxBytes);
      return object;
    }
    return this.#loose(id, maxBytes);
  }

  close(): Promise<void> {
    return this.#closePacks();
  }

  async #loose(id: string, maxBytes: number): Promise<GitObject | null> {
    const path = join(this.#folder, 'objects', id.slice(0, 2), id.slice(2));
    const size = await stat(path).then(
      (found) => found.size,
      () => null,
    );
    if (size === null) return null;
    if (size > maxBytes + (maxBytes >> 9) + 1024) throw tooLarge(maxBytes);
    let bytes: Buffer;
    try {
      bytes = inflateSync(await readFile(path), { maxOutputLength: maxBytes + 64 });
    } catch {
      throw tooLarge(maxBytes);
    }
    const end = bytes.indexOf(0);
    const type = /^(commit|tree|blob|tag) \d+$/u.exec(bytes.toString('latin1', 0, Math.max(0, end)))?.[1];
    return type === undefined ? null : { type: type as GitType, bytes: bytes.subarray(end + 1) };
  }

  async #openPacks(): Promise<OpenPack[]> {
    const folder = join(this.#folder, 'objects', 'pack');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.idx'));
    const packs: OpenPack[] = [];
    for (const name of names) {
      const index = await open(join(folder, name), 'r').catch(() => null);
      const path = join(folder, name.replace(/idx$/u, 'pack'));
      const file = await open(path, 'r').catch(() => null);
      const find = index && file && (await openPackIndex(index));
      if (!index || !file || !find) {
        await index?.close();
        await file?.close();
        continue;
      }
      packs.push({ pack: new PackFile(file, (await file.stat()).size, find), find, files: [index, file] });
    }
    return packs;
  }

  async #closePacks(): Promise<void> {
    for (const { files } of this.#packs ?? []) for (const file of files) await file.close();
    this.#packs = null;
  }

  async #text(name: string): Promise<string> {
    return readFile(join(this.#folder, name), 'utf8').catch(() => '');
  }
}

function tooLarge(maxBytes: number): ConnectorError {
  return new ConnectorError('too-large', `It is larger than ${maxBytes} bytes, or damaged.`);
}
