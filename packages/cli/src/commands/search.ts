import {
  daysOf,
  EMPTY_DATE_RANGE,
  isEmptyDateRange,
  readCondition,
  tellCorrections,
  type SearchMode,
} from '@ibid/retrieval/internal';
import type { Schemas } from '@ibid/client';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { noteOthersDocuments } from '../note-others-documents.js';
import { connect, type ConnectOptions } from '../connect.js';
import { withoutControls } from '../terminal.js';
import { resolveScope } from './ask.js';

export interface SearchOptions extends ConnectOptions {
  json?: boolean;
  mode: SearchMode;
  top: number;
  kb?: string[];
  /** Search for the words exactly as typed. */
  exact?: boolean;
  /** KB-11: the date of the documents themselves. */
  after?: string;
  before?: string;
  where?: string[];
  newer?: boolean;
}

/** `ibid search "…"`: chunks, best first, with their scores. */
export async function search(
  query: string,
  options: SearchOptions,
  context: CommandContext,
): Promise<number> {
  const slip = slipIn(options);
  if (slip !== null) {
    context.note(slip);
    return EXIT.usage;
  }
  const connection = await connect(options);
  try {
    const knowledgeBaseIds = options.kb?.length
      ? await resolveScope(connection.client, options.kb)
      : undefined;
    const { rows, corrections } = await connection.client.request('POST /api/search', {
      body: {
        query,
        mode: options.mode,
        topK: options.top,
        knowledgeBaseIds,
        exact: options.exact,
        preferNewer: options.newer,
        filter: {
          date: { after: options.after, before: options.before },
          where: options.where,
        },
      },
    });
    if (options.json) {
      context.write(`${JSON.stringify({ query, hits: rows, corrections })}\n`);
    } else if (rows.length === 0) {
      context.note(
        isLimited(options)
          ? 'Nothing found within --after, --before or --where. Leave them out to search everything; ibid list NAME --json shows the dates and metadata of documents.'
          : 'Nothing found. Other words, or --mode semantic, may help; ibid ingest PATH adds documents.',
      );
      await noteOthersDocuments(connection, context);
    } else {
      if (corrections.length > 0)
        context.note(withoutControls(`${tellCorrections(corrections)} As typed: ibid search --exact`));
      for (const [index, hit] of rows.entries()) context.write(hitLines(hit, index, context));
    }
    return rows.length === 0 ? EXIT.nothingFound : EXIT.ok;
  } finally {
    await connection.close();
  }
}

function isLimited({ after, before, where }: SearchOptions): boolean {
  return after !== undefined || before !== undefined || (where?.length ?? 0) > 0;
}

/** What is wrong with the limits, by option name. */
function slipIn({ after, before, where = [] }: SearchOptions): string | null {
  for (const [name, date] of Object.entries({ after, before }))
    if (date !== undefined && daysOf(date) === null)
      return `--${name} ${date}: this is not a date. Give a year, month or day such as 2024, 2024-05 or 2024-05-31.`;
  if (isEmptyDateRange({ after, before })) return `--after ${after} --before ${before}: ${EMPTY_DATE_RANGE}`;
  const wrong = where.find((condition) => readCondition(condition) === null);
  if (wrong === undefined) return null;
  return `--where ${wrong}: this is not a condition. Give one such as "year>=2024" or team=finance,sales, with =, <, <=, > or >=.`;
}

const dateWords: Record<NonNullable<Schemas['SearchHit']['date']>['from'], string> = {
  date: 'its date',
  published: 'published',
  created: 'created',
  modified: 'modified',
  file: 'its file',
};

function hitLines(hit: Schemas['SearchHit'], index: number, { terminal }: CommandContext): string {
  const path = [hit.title, ...hit.headingPath.filter((heading) => heading !== hit.title)].join(' › ');
  const why = [
    hit.ranks.keyword ? `keyword ${hit.ranks.keyword.rank}` : null,
    hit.ranks.semantic ? `semantic ${hit.ranks.semantic.rank}` : null,
    hit.page ? `page ${hit.page}` : null,
    hit.date ? `${hit.date.value} (${dateWords[hit.date.from]})` : null,
  ].filter(Boolean);
  const text = withoutControls(hit.text).replaceAll(/\s+/gu, ' ').trim();
  const room = terminal.columns * 2 - 6;
  const shown = text.length > room ? `${text.slice(0, room - 1)}…` : text;
  return `${terminal.cyan(String(index + 1).padStart(2))}  ${terminal.bold(withoutControls(path))}  ${terminal.dim(
    `${hit.score.toFixed(3)}  ${why.join(', ')}`,
  )}\n    ${shown}\n\n`;
}
