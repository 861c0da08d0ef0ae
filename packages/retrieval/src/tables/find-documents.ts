import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import { topOf } from '../extractive/begun-documents.js';
import { type Correction, correctionsOf, type Item } from '../knowledge/index.js';
import { titleOfVersions } from '../parse/stated-version.js';
import type { DocumentTable } from './document-table.js';
import { TableProblem } from './table-problem.js';
import { tablesOf } from './table-cache.js';
import type { TableParts } from './table-rows.js';

const SHEETS = /spreadsheet|csv|tab-separated|json/u;
const HAS_ROWS = /^\|.*\|\s*$|^\s*[[{"].*":/mu;
/** With more documents than this, only search results are considered. */
const FEW_DOCUMENTS = 300;
const MOST_CANDIDATES = 6;
const MOST_TEXT = 25_000_000;

export interface TableDocument {
  item: Item;
  /** The beginning of its text, where it says what it replaces. */
  top: string;
  tables: DocumentTable[];
}

/** The document with this name or id, with its tables. */
export async function namedDocument(knowledge: ScopedKnowledge, name: string): Promise<TableDocument> {
  const byId = await knowledge.getItem(name.replace(/^item\s+/iu, '').trim());
  const items = byId ? [byId] : await knowledge.searchItemsByName({ name, limit: MOST_CANDIDATES });
  if (items.length === 0) throw new TableProblem(`There is no document called "${name}".`);
  for (const item of items) {
    const document = await withTables(knowledge, item);
    if (document) return document;
  }
  throw new TableProblem(`"${items[0]?.title ?? name}" has no table.`);
}

/**
 * Documents with tables that a question may be about: search results, and sheets if there are few documents. With the
 * mistyped words of the question, and what was searched instead.
 */
export async function likelyDocuments(
  knowledge: ScopedKnowledge,
  question: string,
): Promise<{ documents: TableDocument[]; corrections: Correction[] }> {
  const ids = new Set<string>();
  const hits = await knowledge.search({ query: question, mode: 'keyword', topK: 30 });
  for (const hit of hits) if (HAS_ROWS.test(hit.text)) ids.add(hit.itemId);
  for (const item of await knowledge.itemsNamedIn(question)) ids.add(item.itemId);
  const items = await Promise.all([...ids].slice(0, MOST_CANDIDATES).map((id) => knowledge.getItem(id)));
  const found = items.filter((item) => item !== null);
  if (found.length < MOST_CANDIDATES) {
    const page = await knowledge.listItems({ limit: FEW_DOCUMENTS });
    if (page.cursor === null) {
      const others = page.rows.filter((item) => !ids.has(item.id));
      // A document that replaces one of these may contain none of the question's words.
      const versions = others.filter((item) => found.some((one) => mayBeVersions(one, item)));
      const sheets = others.filter((item) => SHEETS.test(item.mediaType));
      found.push(...new Set([...versions, ...sheets].slice(0, MOST_CANDIDATES - found.length)));
    }
  }
  const documents: TableDocument[] = [];
  let room = MOST_TEXT;
  for (const item of found) {
    if (item.characters > room) continue;
    room -= item.characters;
    const document = await withTables(knowledge, item);
    if (document) documents.push(document);
  }
  return { documents, corrections: correctionsOf(hits) };
}

/** Judged by their titles. */
function mayBeVersions(one: Item, other: Item): boolean {
  const title = titleOfVersions(one.title);
  return title !== '' && title === titleOfVersions(other.title);
}

async function withTables(knowledge: ScopedKnowledge, item: Item): Promise<TableDocument | null> {
  const text = await knowledge.readText(item.id);
  const tables = text === null ? [] : await tablesOf(item, text, await partsOf(knowledge, item));
  return tables.length > 0 ? { item, tables, top: topOf(text ?? '') } : null;
}

/** Looked up only if the document's metadata mentions them: most have none. */
async function partsOf(knowledge: ScopedKnowledge, item: Item): Promise<TableParts | undefined> {
  if (item.metadata['searchableRows'] === undefined) return undefined;
  const list = await knowledge.listTableParts(item.id);
  return { list, read: (place) => knowledge.readTablePart(item.id, place) };
}
