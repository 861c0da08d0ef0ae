import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdir, open as openFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Records which key everything is sealed with. */
export const KEY_ID = 'secretKeyId';

/**
 * Encrypts provider keys in the database with a key stored outside it: a copy of the database alone, e.g. in a backup,
 * reveals none.
 */
export class SecretBox {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Creates the key at the first start. `IBID_SECRET` replaces the file if several servers share a database. */
  static async open(
    dataFolder: string,
    { secret, keyId }: { secret?: string | undefined; keyId?: string | null } = {},
  ): Promise<SecretBox> {
    if (secret) {
      const { scryptSync } = await import('node:crypto');
      return new SecretBox(scryptSync(secret, 'ibid-settings', 32));
    }
    const path = join(dataFolder, 'secret.key');
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    // Fails if it exists; a second process then reads what the first one wrote.
    await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(() => {});
    const box = await readKeyFile(path);
    if (keyId == null || box.id === keyId) return box;
    // A rotation was killed after everything had been sealed again.
    const next = await readKeyFile(`${path}.next`).catch(() => null);
    if (next?.id !== keyId) return box;
    await rename(`${path}.next`, path);
    return next;
  }

  /** Identifies the key without revealing it. */
  get id(): string {
    return createHash('sha256').update('ibid key ').update(this.#key).digest('hex').slice(0, 32);
  }

  /** Cannot be forged with access to the database alone. */
  sign(text: string): string {
    return createHmac('sha256', this.#key).update('audit ').update(text).digest('hex');
  }

  seal(text: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Null if it was sealed with another key. */
  open(sealed: string): string | null {
    try {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}

async function readKeyFile(path: string): Promise<SecretBox> {
  return new SecretBox(Buffer.from((await readFile(path, 'utf8')).trim(), 'hex'));
}

/** Flushes the key to disk before anything is sealed with it. */
export async function newKeyFile(path: string): Promise<SecretBox> {
  const file = await openFile(path, 'w', 0o600);
  try {
    await file.writeFile(randomBytes(32).toString('hex'));
    await file.sync();
  } finally {
    await file.close();
  }
  return readKeyFile(path);
}
