import type { ItemFilter, Viewer } from '@ibid/retrieval/internal';
import { dateBounds, foldCase } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import { canonicalJson } from './canonical-json.js';
import { metadataScope } from './metadata-scope.js';
import { visibleAccess } from './visible-access.js';

export interface ItemScope {
  viewer: Viewer;
  knowledgeBaseIds?: readonly string[] | undefined;
  filter?: ItemFilter | undefined;
}

/** Conditions on `items` for the viewer's access and the request's filters, as part of the query (KB-3, KB-5). */
export function itemScope(scope: ItemScope, dialect: DialectName): RawBuilder<boolean> {
  const conditions = [sql<boolean>`items.access_row in ${visibleAccess(scope.viewer)}`];
  const { knowledgeBaseIds, filter } = scope;
  if (knowledgeBaseIds) {
    conditions.push(
      sql<boolean>`items.base_row in (select row from knowledge_bases where id in ${list(knowledgeBaseIds)})`,
    );
  }
  if (filter?.itemIds) conditions.push(sql<boolean>`items.id in ${list(filter.itemIds)}`);
  if (filter?.within) {
    const { knowledgeBaseIds: bases, itemIds } = filter.within;
    conditions.push(
      sql<boolean>`(items.base_row in (select row from knowledge_bases where id in ${list(bases)})
        or items.id in ${list(itemIds)})`,
    );
  }
  if (filter?.externalIds) conditions.push(sql<boolean>`items.external_id in ${list(filter.externalIds)}`);
  if (filter?.urls) conditions.push(sql<boolean>`items.url in ${list(filter.urls)}`);
  if (filter?.itemName !== undefined) {
    const needle = nameKey(filter.itemName);
    const position = dialect === 'sqlite' ? sql.raw('instr') : sql.raw('strpos');
    conditions.push(sql<boolean>`${position}(items.name_key, ${needle}) > 0`);
  }
  for (const [key, value] of Object.entries(filter?.metadata ?? {})) {
    conditions.push(
      sql<boolean>`items.row in (select item_row from item_metadata
        where key = ${key} and value = ${canonicalJson(value)})`,
    );
  }
  if (filter?.date) {
    const { least, most, over, under } = dateBounds(filter.date);
    if (least) conditions.push(sql<boolean>`items.document_date >= ${least}`);
    if (most) conditions.push(sql<boolean>`items.document_date <= ${most}`);
    if (over) conditions.push(sql<boolean>`items.document_date > ${over}`);
    if (under) conditions.push(sql<boolean>`items.document_date < ${under}`);
  }
  for (const condition of filter?.where ?? []) conditions.push(metadataScope(condition, dialect));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

export function nameKey(name: string): string {
  return foldCase(name, null).trim();
}

/** A list for `in`. An empty one matches nothing. */
function list(values: readonly string[]): RawBuilder<unknown> {
  return values.length > 0 ? sql`(${sql.join([...values])})` : sql`(null)`;
}
