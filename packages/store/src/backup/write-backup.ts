import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Pack } from 'tar-stream';
import { CONTENTS_NAME, FORMAT, HEADER_NAME, listDataFiles } from './backup-contents.js';
import type { BackupContents, BackupHeader } from './backup-contents.js';
import { encryptFrames } from './encrypt-frames.js';
import { readBackup } from './read-backup.js';
import { snapshotDatabase } from './snapshot-database.js';
import type { DataPlace } from './snapshot-database.js';

interface BackupProgress {
  step: 'database' | 'files' | 'check';
  done: number;
  total: number;
}

/**
 * Writes all data of an installation to one file while servers keep running: a snapshot of the database, then the files
 * it names. The file is a gzipped tar that other tools can open, encrypted if a passphrase is given. The backup is read
 * back and compared before it gets its name, so a file with that name is complete.
 */
export async function writeBackup(
  options: DataPlace & {
    path: string;
    passphrase?: string | undefined;
    now?: Date;
    onProgress?: (progress: BackupProgress) => void;
  },
): Promise<{ files: number; bytes: number; missing: string[] }> {
  const path = resolve(options.path);
  // Next to the target, hence on the same disk: the last step is a rename.
  await mkdir(dirname(path), { recursive: true });
  const work = await mkdtemp(join(dirname(path), '.ibid-backup-'));
  const partial = join(work, 'backup.part');
  try {
    options.onProgress?.({ step: 'database', done: 0, total: 1 });
    await snapshotDatabase(options, work);
    const written = { files: 0, missing: [] as string[] };
    await writeFileOf(partial, contentOf({ ...options, work, path, written }));
    const { size } = await stat(partial);
    await readBackup({
      path: partial,
      passphrase: options.passphrase,
      onFile: (file) => file.drain(),
      onRead: (done) => options.onProgress?.({ step: 'check', done, total: size }),
    });
    await rename(partial, path);
    return { ...written, bytes: size };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function* contentOf(
  options: DataPlace & {
    work: string;
    path: string;
    passphrase?: string | undefined;
    now?: Date;
    onProgress?: (progress: BackupProgress) => void;
    written: { files: number; missing: string[] };
  },
): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const zipped = archive.pipe(createGzip({ level: 4 }));
  const filling = fill(archive, options).catch((error: Error) => void zipped.destroy(error));
  const stream = Readable.from(zipped) as AsyncIterable<Uint8Array>;
  yield* options.passphrase ? encryptFrames(stream, options.passphrase) : stream;
  await filling;
}

async function fill(archive: Pack, options: Parameters<typeof contentOf>[0]): Promise<void> {
  const header: BackupHeader = {
    format: FORMAT,
    madeAt: (options.now ?? new Date()).toISOString(),
    database: options.databaseUrl ? 'postgres' : 'sqlite',
  };
  await addText(archive, HEADER_NAME, JSON.stringify(header));
  const contents: BackupContents = { files: [] };
  const add = async (path: string, from: string) => {
    const file = await addFile(archive, path, await unchanging(path, from, options.work));
    if (file) contents.files.push(file);
    // Legitimately deleted since the snapshot.
    else options.written.missing.push(path);
  };
  await add('ibid.db', join(options.work, 'ibid.db'));
  const files = (await listDataFiles(options.dataFolder)).filter((path) => {
    const full = join(resolve(options.dataFolder), path);
    return full !== options.path && !full.startsWith(`${options.work}/`);
  });
  for (const [index, path] of files.entries()) {
    options.onProgress?.({ step: 'files', done: index, total: files.length });
    await add(path, join(options.dataFolder, path));
  }
  await addText(archive, CONTENTS_NAME, JSON.stringify(contents));
  options.written.files = contents.files.length;
  archive.finalize();
}

function addText(archive: Pack, name: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Copies files that may change while they are read. Blobs, named by their hash, and the snapshot never change. */
async function unchanging(path: string, from: string, work: string): Promise<string> {
  if (path.startsWith('blobs/') || path === 'ibid.db') return from;
  const copy = join(work, 'copied');
  await copyFile(from, copy).catch(() => rm(copy, { force: true }));
  return copy;
}

async function addFile(archive: Pack, name: string, from: string) {
  const file = await open(from).catch(() => null);
  if (!file) return null;
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256');
    await new Promise<void>((done, fail) => {
      const entry = archive.entry({ name, size, mode: 0o600 }, (error) => (error ? fail(error) : done()));
      // Read from the handle, not the name: a file deleted meanwhile can still be read.
      const content = size === 0 ? Readable.from([]) : file.createReadStream({ start: 0, autoClose: false });
      content.on('data', (part: Buffer) => hash.update(part)).on('error', fail);
      content.pipe(entry);
    });
    return { path: name, bytes: size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function writeFileOf(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const part of content) await file.write(part);
    await file.sync();
  } finally {
    await file.close();
  }
}
