import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { IbidError } from '@ibid/core';
import type { JsonValue } from '@ibid/core';
import { AuditRepository, ServerRepository, openDatabase, toJson } from '@ibid/store/internal';
import type { Database, OpenDatabase } from '@ibid/store/internal';
import { KEY_ID, SecretBox, newKeyFile } from '../models/secret-box.js';
import { INSTALLATION_SCOPE, SYSTEM_SCOPE } from './system-settings.js';

type Transaction = Parameters<Parameters<ReturnType<OpenDatabase['db']['transaction']>['execute']>[0]>[0];

class RotationRefused extends IbidError {
  readonly code = 'rotation_refused';
}

/** Sealed fields of settings, wherever they occur. */
const SEALED = new Set(['sealedKey', 'sealedAccess', 'sealedSecret']);

/**
 * Seals everything again with another key. The new key is stored next to the old one before anything is sealed with it,
 * and everything is sealed in one transaction that also records which key was used. Whenever the process is killed, the
 * required key exists, and the next start uses it.
 *
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { rotateKey } from '@ibid/server';
 *
 * const dataFolder = await mkdtemp(join(tmpdir(), 'ibid-rotate-'));
 * console.log(await rotateKey({ dataFolder, environment: {} })); // { sealed: 0, lost: 0 }
 * await rm(dataFolder, { recursive: true });
 * ```
 */
export async function rotateKey(options: {
  dataFolder: string;
  databaseUrl?: string | undefined;
  /** The current `IBID_SECRET` and the new `IBID_NEW_SECRET`, if there is no `secret.key`. */
  environment?: Record<string, string | undefined>;
}): Promise<{ sealed: number; lost: number }> {
  const { dataFolder, databaseUrl, environment = process.env } = options;
  const secret = environment['IBID_SECRET'];
  const wanted = environment['IBID_NEW_SECRET'];
  if (secret && !wanted)
    throw new RotationRefused(
      'The key is in IBID_SECRET. Set IBID_NEW_SECRET to the new one, run this again, and then start the servers with it as IBID_SECRET.',
    );
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: dataFolder });
  try {
    await requireNoServer(database);
    const before = await SecretBox.open(dataFolder, { secret, keyId: await storedKeyId(database) });
    const after = secret
      ? await SecretBox.open(dataFolder, { secret: wanted })
      : await newKeyFile(join(dataFolder, 'secret.key.next'));
    const done = await database.db.transaction().execute(async (transaction) => {
      const counts = await sealAnew(transaction, before, after);
      const audit = new AuditRepository({ database, sign: (text) => before.sign(text) });
      await audit.resign(transaction, (text) => after.sign(text), {
        actor: null,
        via: 'system',
        address: null,
        action: 'secret.rotate',
        target: null,
        outcome: 'done',
        details: { ...counts },
      });
      await putSetting(transaction, INSTALLATION_SCOPE, KEY_ID, after.id);
      await requireNoServer({ ...database, db: transaction });
      return counts;
    });
    if (!secret) await rename(join(dataFolder, 'secret.key.next'), join(dataFolder, 'secret.key'));
    return done;
  } finally {
    await database.close();
  }
}

/** The id of the key that everything is sealed with; unknown before the first rotation. */
export async function storedKeyId({ db }: Pick<OpenDatabase, 'db'>): Promise<string | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('scope', '=', INSTALLATION_SCOPE)
    .where('key', '=', KEY_ID)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as string) : null;
}

async function requireNoServer(database: Pick<OpenDatabase, 'db'>): Promise<void> {
  if ((await new ServerRepository(database.db).living()).length > 0)
    throw new RotationRefused('A server is using this data. Stop all servers first, then run this again.');
}

async function sealAnew(transaction: Transaction, before: SecretBox, after: SecretBox) {
  const counts = { sealed: 0, lost: 0 };
  /** What was sealed with another key stays as it is, since nobody can read it. */
  const again = (sealed: string): string => {
    const text = before.open(sealed);
    counts[text === null ? 'lost' : 'sealed'] += 1;
    return text === null ? sealed : after.seal(text);
  };
  const within = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(within);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        SEALED.has(name) && typeof part === 'string' ? again(part) : within(part),
      ]),
    );
  };
  const settings = await transaction
    .selectFrom('settings')
    .selectAll()
    .where('scope', '=', SYSTEM_SCOPE)
    .where('key', 'in', ['providers', 'mcpServers', 'identityProviders'])
    .execute();
  for (const row of settings)
    await putSetting(transaction, SYSTEM_SCOPE, row.key, within(JSON.parse(row.value) as JsonValue));
  const sessions = await transaction
    .selectFrom('sessions')
    .select(['token_hash', 'sealed_tokens'])
    .where('sealed_tokens', 'is not', null)
    .execute();
  for (const row of sessions)
    await transaction
      .updateTable('sessions')
      .set({ sealed_tokens: again(row.sealed_tokens ?? '') })
      .where('token_hash', '=', row.token_hash)
      .execute();
  const sources = await transaction
    .selectFrom('connected_sources')
    .select(['id', 'sealed_secrets'])
    .where('sealed_secrets', 'is not', null)
    .execute();
  for (const row of sources)
    await transaction
      .updateTable('connected_sources')
      .set({ sealed_secrets: again(row.sealed_secrets ?? '') })
      .where('id', '=', row.id)
      .execute();
  const factors = await transaction
    .selectFrom('second_factors')
    .select(['user_id', 'sealed_secret'])
    .execute();
  for (const row of factors)
    await transaction
      .updateTable('second_factors')
      .set({ sealed_secret: again(row.sealed_secret) })
      .where('user_id', '=', row.user_id)
      .execute();
  return counts;
}

async function putSetting(
  transaction: Transaction,
  scope: string,
  key: string,
  value: JsonValue,
): Promise<void> {
  const row: Database['settings'] = {
    scope,
    key,
    value: toJson(value),
    updated_at: new Date().toISOString(),
  };
  await transaction
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key']).doUpdateSet({ value: row.value, updated_at: row.updated_at }),
    )
    .execute();
}
