import { detectLanguage, likelyLanguages } from '@ibid/retrieval/internal';
import type { Viewer } from '@ibid/retrieval';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.js';
import { searchLanguages } from './present-languages.js';

/**
 * A language cannot be detected reliably from a few words. If the documents have more languages than this, only the
 * most likely ones are tried.
 */
const TRIED_LANGUAGES = 3;

/**
 * The languages to analyse a query in: its own, as far as a few words reveal it, among the languages of the documents
 * that the viewer may see (KB-4).
 */
export async function queryLanguages(
  db: Kysely<Database>,
  query: string,
  viewer: Viewer,
): Promise<(string | null)[]> {
  const present = await searchLanguages(db, viewer);
  const known = present.filter((language) => language !== null);
  if (known.length <= 1) return present.length > 0 ? present : [null];
  const sure = detectLanguage(query);
  const likely = likelyLanguages(query, known);
  const own = sure !== null && known.includes(sure) ? [sure, ...likely] : likely;
  const tried: (string | null)[] = [...new Set(own)].slice(0, TRIED_LANGUAGES);
  return present.includes(null) ? [...tried, null] : tried;
}
