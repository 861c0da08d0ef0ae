import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import { newestVersionsFirst, superseded } from '../extractive/begun-documents.js';
import { asCorrected, type Correction } from '../knowledge/index.js';
import { titleOfVersions } from '../parse/stated-version.js';
import type { DocumentTable } from './document-table.js';
import { likelyDocuments, namedDocument, type TableDocument } from './find-documents.js';
import { planTableQuery, type PlannedTableQuery, rowConditions } from './plan-table-query.js';
import { runTableQuery, type TableResult } from './run-table-query.js';
import { countRows } from './table-rows.js';
import { TableProblem } from './table-problem.js';
import { ANY_COLUMN, describeCondition, type TableQuery } from './table-query.js';
import type { AnsweredTable } from './table-source.js';
import { addsUnlikeRows } from './unlike-rows.js';

/** How many rows are checked for ties with the best one. */
const MOST_EQUALS = 50;

/** Runs a model's query on one table of one document. */
export async function queryDocument(options: {
  knowledge: ScopedKnowledge;
  document: string;
  table: string | undefined;
  query: TableQuery;
}): Promise<AnsweredTable> {
  const { item, tables } = await namedDocument(options.knowledge, options.document);
  const table = chosenTable(tables, options.table, options.query);
  return { document: item, table, query: options.query, result: await runTableQuery(table, options.query) };
}

/** Answers a question by rules from the tables it may be about, or says which row there is not. Null if no table explains it. */
export async function answerFromTables(options: {
  knowledge: ScopedKnowledge;
  question: string;
  document?: string | undefined;
}): Promise<AnsweredTable | MissedRow | null> {
  const { knowledge, question } = options;
  const { documents, corrections } =
    options.document === undefined
      ? await likelyDocuments(knowledge, question)
      : { documents: [await namedDocument(knowledge, options.document)], corrections: [] };
  const tables = documents.map(({ item, tables: own, top }) => ({ document: item, tables: own, top }));
  const found = (await answerQuestion(question, tables)) ?? (await missedRow(question, tables));
  if (found || corrections.length === 0) return found;
  const meant = asCorrected(question, corrections);
  const corrected = (await answerQuestion(meant, tables)) ?? (await missedRow(meant, tables));
  return corrected && { ...corrected, corrections };
}

/** Uses the table that explains the question best. If there are several versions, those in force come first. */
export async function answerQuestion(
  question: string,
  documents: readonly (Pick<AnsweredTable, 'document'> & {
    tables: readonly DocumentTable[];
    top?: string;
  })[],
): Promise<AnsweredTable | null> {
  const ordered = newestVersionsFirst(documents.map((one) => ({ ...one, top: one.top ?? '' })));
  const old = superseded(question, ordered);
  const inForce = ordered.filter(({ document }) => !old.has(document.id));
  const found = await answerFrom(question, inForce);
  if (found || old.size === 0) return found;
  const replaced = await answerFrom(
    question,
    ordered.filter(({ document }) => old.has(document.id)),
  );
  return replaced && { ...replaced, isReplaced: true };
}

/** What a question selects by several cells of one row, and the table that has these cells, but in no row together. */
export interface MissedRow {
  document: AnsweredTable['document'];
  /** As a person reads it: "Beer = Stout and Format = Keg". */
  sought: string;
  /** Mistyped words of the question, and those it was read with. */
  corrections?: readonly Correction[];
}

/**
 * For a question that no table answers: the table that has everything it names, but in no row together. "A keg of
 * stout" is not answered by the row of another beer, or of the stout in bottles.
 */
export async function missedRow(
  question: string,
  documents: readonly (Pick<AnsweredTable, 'document'> & { tables: readonly DocumentTable[] })[],
): Promise<MissedRow | null> {
  const sought = documents
    .flatMap(({ document, tables }) =>
      tables.flatMap((table) => {
        const found = rowConditions(question, table, namesOf(document, table));
        return found ? [{ ...found, document, table }] : [];
      }),
    )
    .toSorted((left, right) => right.mentions - left.mentions);
  for (const { where, mentions, document, table } of sought) {
    if (mentions !== sought[0]?.mentions) break;
    if (where.length < 2 || !where.every(({ is }) => is === '=')) continue;
    const { matched } = await runTableQuery(table, { where });
    if (matched === 0) return { document, sought: where.map(describeCondition).join(' and ') };
  }
  return null;
}

/** Words that may refer to the table itself, not to the list that it replaces. */
const namesOf = (document: AnsweredTable['document'], table: DocumentTable) =>
  [document.title, document.name.replace(/\.\w+$/u, ''), table.name].map((name) =>
    name.replace(/\b(?:replaces|supersedes|ersetzt)\b.*$/iu, ''),
  );

async function answerFrom(
  question: string,
  documents: readonly (Pick<AnsweredTable, 'document'> & { tables: readonly DocumentTable[] })[],
): Promise<AnsweredTable | null> {
  const plans = plansFor(question, documents);
  for (const plan of plans) {
    if (listsAll(plan) && plans.some((other) => listsAll(other) && isElsewhere(other, plan))) continue;
    const found = await tried(plan);
    if (!found) continue;
    const others = plans.filter((other) => isElsewhere(other, plan));
    if (countsRows(found) && (await countsOtherwise(found, others))) return null;
    const value = TOTAL.test(question) ? null : await asValue(found);
    if (!value) return found;
    return (await saysOtherwise(value, others)) ? null : value;
  }
  return null;
}

/** The queries that tables explain, those with most of the question's words first. */
function plansFor(
  question: string,
  documents: readonly (Pick<AnsweredTable, 'document'> & { tables: readonly DocumentTable[] })[],
): Plan[] {
  return documents
    .flatMap(({ document, tables }) =>
      tables.map((table) => ({
        document,
        table,
        plan: planTableQuery(question, table, namesOf(document, table)),
      })),
    )
    .flatMap(({ plan, ...rest }) => (plan ? [{ ...rest, plan }] : []))
    .toSorted(
      ({ plan: one }, { plan: other }) =>
        other.mentions - one.mentions || Number(other.isNamed) - Number(one.isNamed),
    );
}

/** Asks for a sum, even of one row. */
const TOTAL = /\b(?:total|sum|summe|gesamt\p{L}*|insgesamt|altogether)\b/iu;

interface Plan extends Pick<AnsweredTable, 'document' | 'table'> {
  plan: PlannedTableQuery;
}

/** In another document, which the question may mean just as well. */
const isElsewhere = (one: Plan, other: Plan) =>
  one.document.id !== other.document.id &&
  one.plan.mentions === other.plan.mentions &&
  one.plan.isNamed === other.plan.isNamed;

const listsAll = ({ plan: { query } }: Plan) => !query.where && !query.calculate && !query.order_by;

/** Runs a plan; null if it finds nothing. */
async function tried({ document, table, plan }: Plan): Promise<AnsweredTable | null> {
  const { query, wantsBest } = plan;
  if (addsUnlikeRows(table, query)) return null;
  try {
    const result = wantsBest ? await withEquals(table, query) : await runTableQuery(table, query);
    if (result.matched === 0) return null;
    // With ties, more rows are shown than were asked for.
    const shown = wantsBest && result.rows.length > 1 ? { ...query, limit: result.rows.length } : query;
    return { document, table, query: shown, result };
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error;
    return null;
  }
}

const countsRows = ({ query }: AnsweredTable) =>
  query.calculate?.length === 1 && query.calculate[0]?.what === 'count' && !query.group_by;

/**
 * Whether tables of other documents, which the question may mean just as well, have another number of such rows: "how
 * many rabbits" of a list of patients and one of bills. Of versions of one document, the newest is meant.
 */
async function countsOtherwise(
  { document, result }: AnsweredTable,
  others: readonly Plan[],
): Promise<boolean> {
  const title = titleOfVersions(document.title);
  for (const other of others) {
    if (title !== '' && titleOfVersions(other.document.title) === title) continue;
    const found = await tried(other);
    if (found && countsRows(found) && found.result.rows[0]?.[0] !== result.rows[0]?.[0]) return true;
  }
  return false;
}

/** For example, the lists of two years have different prices, and the question does not say which list it means. */
async function saysOtherwise({ result }: AnsweredTable, others: readonly Plan[]): Promise<boolean> {
  for (const other of others) {
    const found = await tried(other);
    const value = found && (await asValue(found));
    if (value && value.result.rows[0]?.at(-1) !== result.rows[0]?.at(-1)) return true;
  }
  return false;
}

/**
 * A single row needs no calculation: returns its cell with the columns it was found by. Null if there are more rows.
 */
async function asValue({ document, table, query, result }: AnsweredTable): Promise<AnsweredTable | null> {
  const [calculation, ...others] = query.calculate ?? [];
  const column = table.columns.find(({ name }) => name === calculation?.of);
  if (result.matched !== 1 || query.group_by || !column || others.length > 0) return null;
  if (calculation?.what === 'count distinct') return null;
  const shown = new Set([...(query.where ?? []).map((condition) => condition.column), column.name]);
  const label = table.columns.find(({ kind }) => kind === 'text')?.name;
  const listed = {
    ...(query.where ? { where: query.where } : {}),
    columns: table.columns.map(({ name }) => name).filter((name) => name === label || shown.has(name)),
  };
  // The value asked for comes last.
  listed.columns = [...listed.columns.filter((name) => name !== column.name), column.name];
  return { document, table, query: listed, result: await runTableQuery(table, listed) };
}

/** The best row, and those with the same value: "which is the highest" may have two answers. */
async function withEquals(table: DocumentTable, query: TableQuery): Promise<TableResult> {
  const result = await runTableQuery(table, { ...query, limit: MOST_EQUALS });
  const best = result.rows[0]?.at(-1);
  const count = result.rows.findIndex((row) => row.at(-1) !== best);
  const kept = count === -1 ? result.rows.length : count;
  return { ...result, rows: result.rows.slice(0, kept), from: result.from.slice(0, kept), total: kept };
}

function chosenTable(
  tables: readonly DocumentTable[],
  asked: string | undefined,
  query: TableQuery,
): DocumentTable {
  const named =
    asked === undefined
      ? undefined
      : tables.find(({ name }) => name.toLowerCase() === asked.trim().toLowerCase());
  const numbered = asked !== undefined && /^\d+$/u.test(asked) ? tables[Number(asked) - 1] : undefined;
  const found = named ?? numbered;
  if (found) return found;
  const names = tables.slice(0, 40).map(({ name }, index) => `${index + 1}: "${name}"`);
  if (asked !== undefined)
    throw new TableProblem(`There is no table "${asked}". There are ${names.join(', ')}.`);
  // Without a name, take the first table with the requested columns.
  const columns = [
    ...(query.group_by ?? []),
    ...(query.where ?? []).map(({ column }) => column).filter((column) => column.trim() !== ANY_COLUMN),
    ...(query.columns ?? []),
  ];
  const fits = tables.find((table) =>
    columns.every((column) =>
      table.columns.some(({ name }) => name.toLowerCase() === column.trim().toLowerCase()),
    ),
  );
  const chosen = fits ?? tables[0];
  if (!chosen) throw new TableProblem('The document has no table.');
  return chosen;
}

/** Describes the tables for a model that has not queried yet. */
export function describeTables({ item, tables }: TableDocument): string {
  const lines = tables.slice(0, 20).map((table, index) => {
    const columns = table.columns.slice(0, 60).map(({ name, kind, units }) => {
      const unit = units.length > 0 ? ` in ${units.slice(0, 3).join(', ')}` : '';
      return `${name} (${kind}${unit})`;
    });
    const { rows, totals } = countRows(table);
    const without = totals > 0 ? `, ${totals} of them totals, which are left out` : '';
    return `${index + 1}. ${table.name ? `"${table.name}", ` : ''}${rows} rows${without}: ${columns.join('; ')}`;
  });
  return [`Tables of “${item.title}” (item ${item.id}):`, ...lines].join('\n');
}
