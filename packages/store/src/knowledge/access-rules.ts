import type { AccessRule } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/schema.js';

/** Stores a rule, or updates the one with this number. Returns its number. */
export async function writeAccessRule(
  transaction: Transaction<Database>,
  rule: AccessRule,
  existing?: number,
): Promise<number> {
  const values = { visibility: rule.visibility, owner_id: rule.ownerId };
  let row = existing;
  if (row === undefined) {
    const made = await transaction
      .insertInto('access_rules')
      .values(values)
      .returning('row')
      .executeTakeFirstOrThrow();
    row = made.row;
  } else {
    await transaction.updateTable('access_rules').set(values).where('row', '=', row).execute();
    await transaction.deleteFrom('access_grants').where('access_row', '=', row).execute();
  }
  const grantees = new Set([
    ...rule.sharedWithUsers.map((user) => `user:${user}`),
    ...rule.sharedWithRoles.map((role) => `role:${role}`),
  ]);
  for (const grantee of grantees) {
    await transaction.insertInto('access_grants').values({ access_row: row, grantee }).execute();
  }
  return row;
}

export async function readAccessRules(
  db: Kysely<Database>,
  rows: readonly number[],
): Promise<Map<number, AccessRule>> {
  const rules = new Map<number, AccessRule>();
  if (rows.length === 0) return rules;
  const unique = [...new Set(rows)];
  const found = await db
    .selectFrom('access_rules')
    .select(['row', 'visibility', 'owner_id'])
    .where('row', 'in', unique)
    .execute();
  const grants = await db
    .selectFrom('access_grants')
    .select(['access_row', 'grantee'])
    .where('access_row', 'in', unique)
    .orderBy('grantee')
    .execute();
  for (const rule of found) {
    const given = grants.filter((grant) => grant.access_row === rule.row).map((grant) => grant.grantee);
    rules.set(rule.row, {
      visibility: rule.visibility,
      ownerId: rule.owner_id,
      sharedWithUsers: given
        .filter((grantee) => grantee.startsWith('user:'))
        .map((grantee) => grantee.slice(5)),
      sharedWithRoles: given
        .filter((grantee) => grantee.startsWith('role:'))
        .map((grantee) => grantee.slice(5)),
    });
  }
  return rules;
}

/** Deletes a rule that is no longer used. */
export async function dropAccessRule(transaction: Transaction<Database>, row: number): Promise<void> {
  await sql`delete from access_rules where row = ${row}`.execute(transaction);
}
