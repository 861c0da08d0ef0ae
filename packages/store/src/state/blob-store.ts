import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { IbidError } from '@ibid/core';

/** Stores bytes in the data folder by their SHA-256; equal content is stored once. */
export class BlobStore {
  readonly #folder: string;
  #changed: Promise<unknown> = Promise.resolve();

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'blobs');
  }

  /** Renames a blob to its final name only once it is complete and flushed. A crash leaves no partial blob. */
  async put(
    content: AsyncIterable<Uint8Array>,
    limits: { maximumBytes: number },
  ): Promise<{ hash: string; bytes: number }> {
    const incoming = join(this.#folder, 'incoming');
    const temporary = join(incoming, randomBytes(12).toString('hex'));
    const hash = createHash('sha256');
    let bytes = 0;
    const file = await withFolder(incoming, () => open(temporary, 'wx', 0o600));
    try {
      for await (const part of content) {
        bytes += part.byteLength;
        if (bytes > limits.maximumBytes) throw new FileTooLarge(limits.maximumBytes);
        hash.update(part);
        await file.writeFile(part);
      }
      await file.sync();
      await file.close();
      const name = hash.digest('hex');
      const path = this.path(name);
      await withFolder(dirname(path), () => this.#oneByOne(() => rename(temporary, path)));
      return { hash: name, bytes };
    } catch (error) {
      await file.close().catch(() => {});
      await rm(temporary, { force: true });
      throw error;
    }
  }

  path(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }

  read(hash: string): Promise<Buffer> {
    return readFile(this.path(hash));
  }

  stream(hash: string): Readable {
    return createReadStream(this.path(hash));
  }

  async has(hash: string): Promise<boolean> {
    return stat(this.path(hash)).then(
      () => true,
      () => false,
    );
  }

  /** In bytes; 0 if it does not exist. */
  async size(hash: string): Promise<number> {
    return (await stat(this.path(hash)).catch(() => null))?.size ?? 0;
  }

  /** Returns false, and keeps the blob, if it was put again since that moment. */
  async deletePutBefore(hash: string, time: number): Promise<boolean> {
    return this.#oneByOne(async () => {
      const found = await stat(this.path(hash)).catch(() => null);
      if (!found || found.mtimeMs >= time) return false;
      await rm(this.path(hash), { force: true });
      return true;
    });
  }

  /** Serialises changes: content put while the same content is being deleted must exist afterwards. */
  #oneByOne<Result>(change: () => Promise<Result>): Promise<Result> {
    const done = this.#changed.then(change);
    this.#changed = done.catch(() => undefined);
    return done;
  }

  /** Hashes of blobs put before this moment; putting the same content again counts as new. */
  async *putBefore(time: number): AsyncGenerator<string> {
    const folders = await readdir(this.#folder).catch(() => []);
    for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/u.test(name))) {
      for (const hash of await readdir(join(this.#folder, folder))) {
        const found = await stat(this.path(hash)).catch(() => null);
        if (found && found.mtimeMs < time) yield hash;
      }
    }
  }

  /** Removes files of unfinished uploads that were not written to since this moment. */
  async clearIncoming(writtenBefore: number): Promise<number> {
    const incoming = join(this.#folder, 'incoming');
    let cleared = 0;
    for (const name of await readdir(incoming).catch(() => [])) {
      const path = join(incoming, name);
      const found = await stat(path).catch(() => null);
      if (!found || found.mtimeMs >= writtenBefore) continue;
      await rm(path, { force: true });
      cleared += 1;
    }
    return cleared;
  }
}

/** Creates the folder only if it is missing: most files go to an existing one. */
async function withFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return work();
  }
}

/** An upload exceeds the size limit; nothing of it was kept. */
export class FileTooLarge extends IbidError {
  readonly code = 'file_too_large';
  readonly maximumBytes: number;

  constructor(maximumBytes: number) {
    super(
      `The file is over the limit of ${Math.floor(maximumBytes / 1_048_576)} MiB. Split it, or raise the limit.`,
    );
    this.maximumBytes = maximumBytes;
  }
}
