import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { BackupRefused } from './backup-refused.js';

/**
 * An encrypted backup: `IBIDENC1`, salt, nonce prefix, then frames of AES-256-GCM. Each frame is authenticated before
 * any of its bytes are used. The frame number is in its nonce and "last" in its associated data, which prevents swapped
 * or missing frames.
 */
const MAGIC = Buffer.from('IBIDENC1');
const SALT_BYTES = 16;
const PREFIX_BYTES = 8;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + PREFIX_BYTES;
const TAG_BYTES = 16;
export const FRAME_BYTES = 1 << 20;

export function isEncrypted(start: Uint8Array): boolean {
  return MAGIC.equals(start.subarray(0, MAGIC.length));
}

export async function* encryptFrames(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const prefix = randomBytes(PREFIX_BYTES);
  const key = await keyOf(passphrase, salt);
  yield Buffer.concat([MAGIC, salt, prefix]);
  let number = 0;
  const seal = (plain: Uint8Array, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, number));
    cipher.setAAD(Buffer.from([Number(isLast)]));
    number += 1;
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  let last: Buffer = Buffer.alloc(0);
  for await (const { bytes, isLast } of inPieces(content, FRAME_BYTES)) {
    if (!isLast) yield seal(bytes, false);
    else last = bytes;
  }
  yield seal(last, true);
}

export async function* decryptFrames(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const iterator = content[Symbol.asyncIterator]();
  let header = Buffer.alloc(0);
  while (header.length < HEADER_BYTES) {
    const next = await iterator.next();
    if (next.done) throw new BackupRefused('The backup is truncated. Use another one.');
    header = Buffer.concat([header, next.value]);
  }
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const prefix = header.subarray(MAGIC.length + SALT_BYTES, HEADER_BYTES);
  const key = await keyOf(passphrase, salt);
  async function* rest() {
    yield header.subarray(HEADER_BYTES);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  let number = 0;
  for await (const { bytes, isLast } of inPieces(rest(), FRAME_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw new BackupRefused('The backup is truncated. Use another one.');
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, number));
    decipher.setAAD(Buffer.from([Number(isLast)]));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new BackupRefused(
        number === 0
          ? 'The passphrase is wrong, or the backup was changed. Nothing was restored.'
          : 'The backup is truncated or was changed. Nothing was restored; use another one.',
      );
    }
    number += 1;
    yield plain;
  }
}

function keyOf(passphrase: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cost = { N: 1 << 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
    scrypt(passphrase, salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function nonceOf(prefix: Uint8Array, number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.set(prefix);
  nonce.writeUInt32BE(number, PREFIX_BYTES);
  return nonce;
}

/** Cuts the bytes into pieces of equal size. The last piece may be shorter and is marked as the last. */
async function* inPieces(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const part of content) {
    held.push(part);
    heldBytes += part.byteLength;
    if (heldBytes <= size) continue;
    const all = Buffer.concat(held);
    let start = 0;
    // Always hold one piece back: it may be the last one.
    for (; all.length - start > size; start += size)
      yield { bytes: all.subarray(start, start + size), isLast: false };
    held = [all.subarray(start)];
    heldBytes = all.length - start;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}
