import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { fromJson, toJson } from '../database/json-text.js';
import type { JsonText } from '../database/json-text.js';

/** Who may see a conversation, project or agent besides its owner. */
export interface Sharing {
  visibility: 'private' | 'shared' | 'public';
  sharedWithUsers: string[];
  sharedWithGroups: string[];
}

/** The user who is looking. */
export interface StateViewer {
  userId: string;
  roles: readonly string[];
}

/** Visible only to the owner. */
export const PRIVATE: Sharing = { visibility: 'private', sharedWithUsers: [], sharedWithGroups: [] };

export interface SharingColumns {
  visibility: Sharing['visibility'];
  shared_users: JsonText<string[]>;
  shared_groups: JsonText<string[]>;
}

export function toSharing(row: SharingColumns): Sharing {
  return {
    visibility: row.visibility,
    sharedWithUsers: fromJson(row.shared_users),
    sharedWithGroups: fromJson(row.shared_groups),
  };
}

export function sharingColumns(sharing: Sharing): SharingColumns {
  return {
    visibility: sharing.visibility,
    shared_users: toJson(sharing.sharedWithUsers),
    shared_groups: toJson(sharing.sharedWithGroups),
  };
}

/** Access is part of the query: rows that the viewer may not see are not found. */
export function visibleTo(viewer: StateViewer): RawBuilder<SqlBool> {
  const { text, parameters } = visibleToText(viewer);
  const pieces = text.split('?');
  const filled = pieces.flatMap((piece, index) => [
    sql.raw(piece),
    ...(index < parameters.length ? [sql`${parameters[index]}`] : []),
  ]);
  return sql<SqlBool>`${sql.join(filled, sql.raw(''))}`;
}

/**
 * The same as text, with `?` for each parameter. Tests membership with `replace`, because SQLite plans a statement with
 * `like` again for every value.
 */
export function visibleToText(viewer: StateViewer): { text: string; parameters: string[] } {
  const groups = viewer.roles.map(() => " or replace(shared_groups, ?, '') <> shared_groups").join('');
  return {
    text: `(owner_id = ? or visibility = 'public' or (visibility = 'shared' and (replace(shared_users, ?, '') <> shared_users${groups})))`,
    parameters: [viewer.userId, quoted(viewer.userId), ...viewer.roles.map(quoted)],
  };
}

/** As it appears in a JSON list of strings, quotes included. */
function quoted(value: string): string {
  return JSON.stringify(value);
}
