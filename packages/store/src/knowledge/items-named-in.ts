import { linkWords } from '@ibid/retrieval/internal';
import type { NamedItem } from '@ibid/retrieval/internal';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DialectName } from '../database/open-database.js';
import type { Database } from '../database/schema.js';
import { itemScope } from './item-scope.js';
import type { ItemScope } from './item-scope.js';
import { nameSpread } from './read-links.js';

/** The longest name in words, and how many words of a text are checked. Questions are short. */
const LONGEST_NAME = 10;
const MOST_WORDS = 200;
const MOST_ITEMS = 60;

/** Items that a text mentions by name. If several names begin at the same word, the longest wins. */
export async function itemsNamedIn(options: {
  db: Kysely<Database>;
  dialect: DialectName;
  scope: ItemScope;
  text: string;
}): Promise<NamedItem[]> {
  const words = linkWords(options.text).slice(0, MOST_WORDS);
  const mentions = new Map<string, { mention: string; start: number; end: number }>();
  for (let first = 0; first < words.length; first += 1) {
    for (let last = first; last < Math.min(words.length, first + LONGEST_NAME); last += 1) {
      const key = words
        .slice(first, last + 1)
        .map(({ word }) => word)
        .join(' ');
      const from = words[first]!.start;
      const to = words[last]!.end;
      if (!mentions.has(key))
        mentions.set(key, { mention: options.text.slice(from, to), start: first, end: last });
    }
  }
  if (mentions.size === 0) return [];
  const { rows } = await sql<{ id: string; title: string; name_key: string; spread: number }>`
    select items.id, items.title, names.name_key,
      ${nameSpread(options.scope.viewer, sql.raw('names.row'))} as spread
    from link_names as names
    join item_names as named on named.name_row = names.row
    join items on items.row = named.item_row
    where names.name_key in (${sql.join([...mentions.keys()])}) and ${itemScope(options.scope, options.dialect)}
    order by length(names.name_key) desc, items.row
    limit ${MOST_ITEMS}`.execute(options.db);
  const taken: { start: number; end: number; key: string }[] = [];
  return rows.flatMap((row) => {
    const found = mentions.get(row.name_key)!;
    const overlaps = taken.some(
      (other) => other.key !== row.name_key && found.start <= other.end && other.start <= found.end,
    );
    if (overlaps || !/^[\p{Lu}\p{N}"“]|^[^\p{L}]|^[\p{Lo}]/u.test(found.mention)) return [];
    taken.push({ start: found.start, end: found.end, key: row.name_key });
    return [{ itemId: row.id, title: row.title, mention: found.mention, chunksMentioning: row.spread }];
  });
}
