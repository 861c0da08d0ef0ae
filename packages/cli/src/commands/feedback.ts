import { writeFile } from 'node:fs/promises';
import type { Schemas } from '@ibid/client';
import { type CommandContext, EXIT } from '../command-context.js';
import { connect, type Connection, type ConnectOptions } from '../connect.js';
import { oneLine, type Terminal } from '../terminal.js';

export interface FeedbackOptions extends ConnectOptions {
  /** What others share with administrators, instead of one's own. */
  shared?: boolean;
  limit?: number;
  output?: string;
  all?: boolean;
  yes?: boolean;
  json?: boolean;
}

type Row = Schemas['FeedbackRow'];

const AT_ONCE = 100;
const LISTED = 50;

/** `ibid feedback [list|export|delete]`: the user's feedback on answers and citations. */
export async function feedback(
  action: string,
  id: string | undefined,
  options: FeedbackOptions,
  context: CommandContext,
): Promise<number> {
  if (!['list', 'export', 'delete'].includes(action)) {
    context.note(`There is no action "${action}". Choose list, export or delete.`);
    return EXIT.usage;
  }
  const connection = await connect(options);
  try {
    if (action === 'list') return await list(connection, options, context);
    if (action === 'export') return await save(connection, options, context);
    return await remove(connection, id, options, context);
  } finally {
    await connection.close();
  }
}

/** All feedback, page by page, newest first. */
export async function* feedbackRows(
  { client }: Pick<Connection, 'client'>,
  whose: 'own' | 'shared',
): AsyncGenerator<Row> {
  for (let cursor: string | null = null; ;) {
    const page: { rows: Row[]; cursor: string | null } = await client.request('GET /api/feedback', {
      query: { whose, limit: AT_ONCE, cursor },
    });
    yield* page.rows;
    ({ cursor } = page);
    if (cursor === null) return;
  }
}

async function list(
  connection: Connection,
  options: FeedbackOptions,
  context: CommandContext,
): Promise<number> {
  let left = options.limit ?? LISTED;
  for await (const row of feedbackRows(connection, options.shared ? 'shared' : 'own')) {
    context.write(options.json ? `${JSON.stringify(row)}\n` : linesOf(row, context.terminal));
    left -= 1;
    if (left === 0) return EXIT.ok;
  }
  if (left < (options.limit ?? LISTED)) return EXIT.ok;
  context.note(
    options.shared
      ? 'Nobody shares feedback with administrators.'
      : 'You have not given any feedback yet. On the page, use the thumbs below an answer.',
  );
  return EXIT.nothingFound;
}

async function save(
  { client }: Connection,
  options: FeedbackOptions,
  context: CommandContext,
): Promise<number> {
  const bytes = await client.download(`/api/feedback/export?whose=${options.shared ? 'shared' : 'own'}`);
  if (options.output === undefined) context.write(new TextDecoder().decode(bytes));
  else {
    await writeFile(options.output, bytes, { mode: 0o600 });
    context.note(`${bytes.byteLength} bytes written to ${options.output}`);
  }
  return EXIT.ok;
}

async function remove(
  connection: Connection,
  id: string | undefined,
  options: FeedbackOptions,
  context: CommandContext,
): Promise<number> {
  if ((id === undefined) === (options.all !== true)) {
    context.note('Give the id of one entry, as shown by ibid feedback, or --all.');
    return EXIT.usage;
  }
  let count = 0;
  for await (const row of feedbackRows(connection, 'own')) if (options.all || row.id === id) count += 1;
  if (id !== undefined && count === 0) {
    context.note(`There is no feedback ${id}.`);
    return EXIT.nothingFound;
  }
  if (!options.yes) {
    context.note(
      `Feedback on ${count === 1 ? '1 answer' : `${count} answers`} would be deleted, with the questions, answers and passages kept with it. Add --yes to do it.`,
    );
    return EXIT.ok;
  }
  const { client } = connection;
  if (id === undefined) await client.request('DELETE /api/feedback', {});
  else await client.request('DELETE /api/feedback/{id}', { path: { id } });
  context.note(`Feedback on ${count === 1 ? '1 answer' : `${count} answers`} deleted.`);
  return EXIT.ok;
}

function linesOf(row: Row, terminal: Terminal): string {
  const marks = Object.values(row.citations);
  const count = (mark: string) => marks.filter((one) => one === mark).length;
  const said =
    row.verdict === 'right'
      ? terminal.green('right')
      : row.verdict === 'wrong'
        ? terminal.red('wrong')
        : terminal.dim('-    ');
  const facts = [
    row.person ?? '',
    row.updatedAt.slice(0, 10),
    ...row.reasons,
    marks.length === 0 ? '' : `passages: ${count('right')} right, ${count('wrong')} wrong`,
    row.isShared && row.person === null ? 'shared' : '',
    row.id,
  ].filter((fact) => fact !== '');
  return [
    `${said}  ${terminal.bold(oneLine(row.question))}`,
    ...(row.comment === '' ? [] : [`       “${oneLine(row.comment)}”`]),
    terminal.dim(`       ${facts.join(' · ')}`),
    '',
  ].join('\n');
}
