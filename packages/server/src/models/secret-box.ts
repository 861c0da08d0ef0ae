import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Keeps the keys of providers unreadable in the database, with a key of its own beside it: a copy of the database
 * alone, e.g. in a backup, gives none away.
 */
export class SecretBox {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Makes the key at the first start; `IBID_SECRET` replaces the file where several servers share a database. */
  static async open(dataFolder: string, secret?: string): Promise<SecretBox> {
    if (secret) {
      const { scryptSync } = await import('node:crypto');
      return new SecretBox(scryptSync(secret, 'ibid-settings', 32));
    }
    const path = join(dataFolder, 'secret.key');
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    // Fails when it is there already; whoever comes second reads what the first one wrote.
    await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(() => {});
    return new SecretBox(Buffer.from((await readFile(path, 'utf8')).trim(), 'hex'));
  }

  /** Who has only the database cannot make it. */
  sign(text: string): string {
    return createHmac('sha256', this.#key).update('audit ').update(text).digest('hex');
  }

  seal(text: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Null when it was sealed with another key. */
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
