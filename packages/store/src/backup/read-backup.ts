import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { BackupRefused } from './backup-refused.js';
import { CONTENTS_NAME, FORMAT, HEADER_NAME } from './backup-contents.js';
import type { BackupContents, BackupHeader } from './backup-contents.js';
import { decryptFrames, isEncrypted } from './encrypt-frames.js';

/** One file of a backup. Its bytes can be read once: discarded by `drain`, or iterated. */
export interface BackedUpFile {
  path: string;
  content: AsyncIterable<Uint8Array>;
  drain(): Promise<void>;
}

/** Reads and checks a backup from its first byte to its last. If it throws, discard what was read before. */
export async function readBackup(options: {
  path: string;
  passphrase?: string | undefined;
  onFile: (file: BackedUpFile) => Promise<void>;
  onRead?: (bytes: number) => void;
}): Promise<{ header: BackupHeader; contents: BackupContents }> {
  const encrypted = isEncrypted(await startOf(options.path));
  if (encrypted && !options.passphrase)
    throw new BackupRefused('The backup is encrypted. Give its passphrase in IBID_BACKUP_PASSPHRASE.');
  // An attacker who can replace the file cannot encrypt one, but could omit the encryption.
  if (!encrypted && options.passphrase)
    throw new BackupRefused(
      'The backup is not encrypted, though a passphrase was given: it may not be the one you made. If you trust it, restore it without IBID_BACKUP_PASSPHRASE.',
    );
  let read = 0;
  const counted = async function* () {
    for await (const part of createReadStream(options.path) as AsyncIterable<Buffer>) {
      read += part.length;
      options.onRead?.(read);
      yield part;
    }
  };
  const content = encrypted && options.passphrase ? decryptFrames(counted(), options.passphrase) : counted();
  const archive = extract();
  const feeding = feed(content, archive);
  // The error is handled below, once the entries end.
  feeding.catch(() => {});
  try {
    return await readEntries(archive, options.onFile);
  } catch (error) {
    const fault = (await feeding.then(
      () => null,
      (reason: unknown) => reason,
    )) as unknown;
    if (fault instanceof BackupRefused) throw fault;
    if (error instanceof BackupRefused || isOfTheDisk(error)) throw error;
    throw new BackupRefused(
      'This is not a backup of Ibid, or it is truncated or was changed. Nothing was restored.',
      { cause: error },
    );
  }
}

async function feed(content: AsyncIterable<Uint8Array>, archive: ReturnType<typeof extract>): Promise<void> {
  const unzip = createGunzip();
  const source = Readable.from(content);
  try {
    await new Promise<void>((resolve, reject) => {
      source.on('error', reject);
      unzip.on('error', reject);
      archive.on('error', reject);
      archive.on('close', resolve);
      source.pipe(unzip).pipe(archive);
    });
  } catch (error) {
    source.destroy();
    unzip.destroy();
    archive.destroy(error as Error);
    throw error;
  }
}

async function readEntries(
  archive: AsyncIterable<
    AsyncIterable<Uint8Array> & { header: { name: string; type?: string | null | undefined } }
  >,
  onFile: (file: BackedUpFile) => Promise<void>,
) {
  let header: BackupHeader | null = null;
  let contents: BackupContents | null = null;
  const found = new Map<string, { bytes: number; sha256: string }>();
  for await (const entry of archive) {
    const { name } = entry.header;
    if (contents) throw new BackupRefused(`The backup has "${name}" after its end. Nothing was restored.`);
    if (!header) {
      if (name !== HEADER_NAME)
        throw new BackupRefused('This is not a backup of Ibid. Nothing was restored.');
      header = JSON.parse(await textOf(entry)) as BackupHeader;
      if (header.format !== FORMAT)
        throw new BackupRefused(
          `The backup has format ${header.format}; this version of Ibid reads ${FORMAT}. Update Ibid, then restore.`,
        );
      continue;
    }
    if (name === CONTENTS_NAME) {
      contents = JSON.parse(await textOf(entry)) as BackupContents;
      continue;
    }
    const isOdd = name.split('/').some((part) => part === '..' || part === '');
    if (entry.header.type !== 'file' || isOdd || found.has(name))
      throw new BackupRefused(
        `The backup names "${name}", which is not a file of Ibid, or names it twice. Nothing was restored.`,
      );
    const hash = createHash('sha256');
    let bytes = 0;
    const content = async function* () {
      for await (const part of entry) {
        hash.update(part);
        bytes += part.byteLength;
        yield part;
      }
    };
    const stream = content();
    await onFile({
      path: name,
      content: stream,
      drain: async () => {
        for await (const _ of stream);
      },
    });
    found.set(name, { bytes, sha256: hash.digest('hex') });
  }
  if (!header || !contents) throw new BackupRefused('The backup is truncated. Nothing was restored.');
  for (const { path, bytes, sha256 } of contents.files) {
    const there = found.get(path);
    if (there?.bytes !== bytes || there.sha256 !== sha256)
      throw new BackupRefused(`"${path}" is not what was backed up. Nothing was restored.`);
    found.delete(path);
  }
  for (const path of found.keys())
    throw new BackupRefused(`The backup's own list does not name "${path}". Nothing was restored.`);
  return { header, contents };
}

async function textOf(entry: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of entry) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Disk errors, such as no space or no permission, are reported unchanged. */
function isOfTheDisk(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^E[A-Z]+$/u.test(code);
}
