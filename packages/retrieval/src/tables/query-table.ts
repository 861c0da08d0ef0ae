import { defineTool, type Tool, type ToolOutcome } from '@ibid/core';
import { z } from 'zod';
import type { ScopedKnowledge } from '../agentic/scoped-knowledge.js';
import { correctionFigures } from '../knowledge/index.js';
import { answerFromTables, describeTables, type MissedRow, queryDocument } from './answer-from-tables.js';
import { likelyDocuments, namedDocument } from './find-documents.js';
import { TableProblem } from './table-problem.js';
import { tableQuerySchema } from './table-query.js';
import { tableChunks, tableFigures, type AnsweredTable } from './table-source.js';

const queryTableInput = z.object({
  document: z
    .string()
    .max(500)
    .optional()
    .describe('Name, title or id of the document. Alone it returns the tables and columns there are.'),
  table: z
    .string()
    .max(200)
    .optional()
    .describe('Sheet or heading of the table, where the document has several.'),
  question: z
    .string()
    .max(2_000)
    .optional()
    .describe('Instead of a query: the question itself, which rules work out if it is simple.'),
  query: tableQuerySchema.optional(),
});

const DESCRIPTION =
  'Calculates over the rows of a spreadsheet, CSV file or table: sums, averages, counts, groups, highest and lowest, filters. Exact: never add up rows yourself. Call it with the document alone first to see its columns.';

/** A million rows take about ten seconds of CPU, and longer on a busy machine. */
const LONGEST_QUERY = 180_000;

type Answer = { text: string; isError?: boolean } | { answered: AnsweredTable } | { missed: MissedRow };

async function queryTable(
  knowledge: ScopedKnowledge,
  input: z.infer<typeof queryTableInput>,
): Promise<Answer> {
  try {
    const { document, table, query, question } = input;
    if (document !== undefined && query)
      return { answered: await queryDocument({ knowledge, document, table, query }) };
    if (question !== undefined) {
      const answered = await answerFromTables({ knowledge, question, document });
      if (answered) return 'sought' in answered ? { missed: answered } : { answered };
    }
    if (document !== undefined) return { text: describeTables(await namedDocument(knowledge, document)) };
    const { documents: likely } = await likelyDocuments(knowledge, question ?? '');
    if (likely.length > 0)
      return { text: ['Say which document, and give a query.', ...likely.map(describeTables)].join('\n\n') };
    return { text: 'No document with a table was found for this.' };
  } catch (error) {
    if (error instanceof TableProblem) return { text: error.message, isError: true };
    throw error;
  }
}

/**
 * The tool that calculates over tables, so no model has to add up rows. The query, its result and the cells it used
 * form a source.
 *
 * ```ts
 * import { queryTableTool, ScopedKnowledge } from '@ibid/retrieval/internal';
 * import { openLibrary } from 'ibid';
 *
 * const library = await openLibrary({ embedder: null });
 * const viewer = { userId: 'library', roles: [], isAdministrator: false };
 * const knowledge = new ScopedKnowledge({ store: library.knowledge.reader, viewer, scope: null });
 * console.log(queryTableTool({ knowledge }).name); // 'query_table'
 * await library.close();
 * ```
 */
export function queryTableTool({ knowledge }: { knowledge: ScopedKnowledge }): Tool<typeof queryTableInput> {
  return defineTool({
    name: 'query_table',
    title: 'Calculate over a table',
    description: DESCRIPTION,
    inputSchema: queryTableInput,
    inSmallWindows: false,
    isSearch: true,
    timeLimitMilliseconds: LONGEST_QUERY,
    async execute(input): Promise<ToolOutcome> {
      const answer = await queryTable(knowledge, input);
      if ('text' in answer) return answer;
      if ('missed' in answer) {
        const { document, sought, corrections = [] } = answer.missed;
        const text = `No row of “${document.title}” has ${sought}.`;
        return {
          text,
          chunks: [],
          figures: { no_row: sought, document: document.title, ...correctionFigures(corrections) },
        };
      }
      const { answered } = answer;
      return { text: '', chunks: tableChunks(answered), figures: tableFigures(answered) };
    },
  });
}
