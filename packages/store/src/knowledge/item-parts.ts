import type { JsonValue } from '@ibid/core';
import type { AccessRule } from '@ibid/retrieval/internal';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.js';
import { writeAccessRule } from './access-rules.js';
import { canonicalJson } from './canonical-json.js';

/** The access rule of an item: its own, updated in place if it exists, or its knowledge base's. */
export async function itemAccess(
  transaction: Transaction<Database>,
  access: AccessRule | null,
  baseAccess: number,
  existing: { access_row: number; own_access: number } | undefined,
): Promise<number> {
  if (!access) return baseAccess;
  return writeAccessRule(transaction, access, existing?.own_access ? existing.access_row : undefined);
}

/** Writes one row per key, so filters can use an index. */
export async function writeMetadata(
  transaction: Transaction<Database>,
  itemRow: number,
  metadata: Record<string, JsonValue>,
): Promise<void> {
  await transaction.deleteFrom('item_metadata').where('item_row', '=', itemRow).execute();
  for (const [key, value] of Object.entries(metadata)) {
    await transaction
      .insertInto('item_metadata')
      .values({ item_row: itemRow, key, value: canonicalJson(value) })
      .execute();
  }
}
