import type { Kysely, Selectable } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import { newId } from '../database/new-id.js';
import type { Database } from '../database/schema.js';

/** API-2: what a user may do. */
export type UserRole = 'administrator' | 'member';

/** A user who can log in. */
export interface User {
  id: string;
  name: string;
  role: UserRole;
  groups: string[];
  passwordHash: string | null;
  disabled: boolean;
  createdAt: string;
}

/** Users with their roles and groups. */
export class UserRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Null if the name is taken. */
  async create(user: {
    id?: string;
    name: string;
    role: UserRole;
    groups?: readonly string[];
    passwordHash: string | null;
  }): Promise<User | null> {
    const row = {
      id: user.id ?? newId(),
      name: user.name,
      name_key: user.name.toLowerCase(),
      role: user.role,
      groups: toJson(user.groups ?? []),
      password_hash: user.passwordHash,
      disabled: 0,
      created_at: new Date().toISOString(),
    };
    const made = await this.#db
      .insertInto('users')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    return made ? toUser(made) : null;
  }

  async get(id: string): Promise<User | null> {
    const row = await this.#db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? toUser(row) : null;
  }

  async findByName(name: string): Promise<User | null> {
    const row = await this.#db
      .selectFrom('users')
      .selectAll()
      .where('name_key', '=', name.toLowerCase())
      .executeTakeFirst();
    return row ? toUser(row) : null;
  }

  /** ORG-1: the user behind an identity of a login provider. The subject is the provider's permanent id for them. */
  async findByIdentity(identity: { issuer: string; subject: string }): Promise<User | null> {
    const row = await this.#db
      .selectFrom('users')
      .innerJoin('user_identities', 'user_identities.user_id', 'users.id')
      .selectAll('users')
      .where('issuer', '=', identity.issuer)
      .where('subject', '=', identity.subject)
      .executeTakeFirst();
    return row ? toUser(row) : null;
  }

  /** Creates a user without a password, for provider logins. Null if the name is taken. */
  async createWithIdentity(user: {
    name: string;
    role: UserRole;
    groups: readonly string[];
    identity: { issuer: string; subject: string };
  }): Promise<User | null> {
    const { identity, ...named } = user;
    return this.#db.transaction().execute(async (transaction) => {
      const made = await new UserRepository(transaction).create({ ...named, passwordHash: null });
      if (made)
        await transaction
          .insertInto('user_identities')
          .values({ ...identity, user_id: made.id, created_at: made.createdAt })
          .execute();
      return made;
    });
  }

  async list(): Promise<User[]> {
    const rows = await this.#db.selectFrom('users').selectAll().orderBy('name_key').execute();
    return rows.map(toUser);
  }

  async update(
    id: string,
    change: Partial<Pick<User, 'name' | 'role' | 'groups' | 'passwordHash' | 'disabled'>>,
  ): Promise<User | null> {
    const row = await this.#db
      .updateTable('users')
      .set({
        ...(change.name === undefined ? {} : { name: change.name, name_key: change.name.toLowerCase() }),
        ...(change.role === undefined ? {} : { role: change.role }),
        ...(change.groups === undefined ? {} : { groups: toJson(change.groups) }),
        ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
        ...(change.disabled === undefined ? {} : { disabled: change.disabled ? 1 : 0 }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row ? toUser(row) : null;
  }

  /** Deletes the user with all means of logging in. What they wrote stays until it is deleted separately. */
  async delete(id: string): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('sessions').where('user_id', '=', id).execute();
      await transaction.deleteFrom('login_addresses').where('user_id', '=', id).execute();
      await transaction.deleteFrom('user_identities').where('user_id', '=', id).execute();
      await transaction.deleteFrom('feedback').where('user_id', '=', id).execute();
      await transaction.deleteFrom('inquiries').where('owner_id', '=', id).execute();
      await transaction.deleteFrom('api_keys').where('user_id', '=', id).execute();
      const result = await transaction.deleteFrom('users').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    });
  }

  async countAdministrators(): Promise<number> {
    const rows = await this.#db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'administrator')
      .where('disabled', '=', 0)
      .where('password_hash', 'is not', null)
      .execute();
    return rows.length;
  }
}

function toUser(row: Selectable<Database['users']>): User {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    groups: fromJson(row.groups),
    passwordHash: row.password_hash,
    disabled: row.disabled === 1,
    createdAt: row.created_at,
  };
}
