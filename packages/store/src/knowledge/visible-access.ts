import type { Viewer } from '@ibid/retrieval';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * A subquery of `access_rules.row` for the rules that grant this viewer access. Only this function decides who sees
 * what (KB-5); every statement that reads items or chunks uses it.
 */
export function visibleAccess(viewer: Viewer): RawBuilder<number> {
  if (viewer.isAdministrator) return sql<number>`(select row from access_rules)`;
  const grantees = granteesOf(viewer);
  return sql<number>`(select rule.row from access_rules as rule
    where rule.visibility = 'public' or rule.owner_id = ${viewer.userId}
      or (rule.visibility = 'shared' and exists (select 1 from access_grants as given
        where given.access_row = rule.row and given.grantee in (${sql.join(grantees)}))))`;
}

function granteesOf(viewer: Viewer): string[] {
  return [`user:${viewer.userId}`, ...viewer.roles.map((role) => `role:${role}`)];
}
