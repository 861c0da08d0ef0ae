import { writeFile } from 'node:fs/promises';
import type { IbidClient, Schemas } from '@ibid/client';
import { EXIT, type CommandContext } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';
import { withoutControls } from '../terminal.js';
import { untilStopped } from '../until-stopped.js';
import { parseColumn } from './parse-column.js';

type Table = Schemas['EvidenceTable'];
type State = Schemas['EvidenceTableState'];

export interface TableOptions extends ConnectOptions {
  json?: boolean;
  kb?: string[];
  folder?: string;
  search?: string;
  column?: string[];
  format?: 'xlsx' | 'csv' | 'md';
  output?: string;
  yes?: boolean;
}

/** `ibid table`: lists tables; `new`, `add`, `run`, `show`, `export` and `delete` work on one, by name or id. */
export async function table(
  action: string | undefined,
  name: string | undefined,
  options: TableOptions,
  context: CommandContext,
): Promise<number> {
  const actions = { new: create, add, run, show, export: exportTable, delete: remove };
  const act = actions[action as keyof typeof actions];
  if (action !== undefined && action !== 'list' && (!act || name === undefined)) {
    context.note(
      'ibid table lists them. ibid table new|add|run|show|export|delete NAME works on one; ibid table --help has an example.',
    );
    return EXIT.usage;
  }
  const connection = await connect(options);
  const { client } = connection;
  try {
    const { rows } = await client.request('GET /api/tables', {});
    if (!act || name === undefined) return list(rows, options, context);
    if (act === create) return await create(client, name, options, context);
    const found = rows.find(({ id, name: own }) => id === name || own.toLowerCase() === name.toLowerCase());
    if (found) return await act(client, found.id, options, context);
    const others = rows.map((row) => row.name).join(', ');
    context.note(
      `There is no table called ${name}. ${others === '' ? 'There are none yet.' : `There are: ${others}.`}`,
    );
    return EXIT.nothingFound;
  } finally {
    await connection.close();
  }
}

function list(rows: readonly Table[], options: TableOptions, context: CommandContext): number {
  for (const row of rows)
    context.write(
      options.json
        ? `${JSON.stringify(row)}\n`
        : `${row.id}  ${withoutControls(row.name)}  ${row.rows} documents, ${row.columns.length} columns\n`,
    );
  if (rows.length === 0 && !options.json)
    context.note(
      'There is no table yet. Make one: ibid table new Harbours --kb Documents --column "Depth [number m]: How deep is it?"',
    );
  return EXIT.ok;
}

async function create(client: IbidClient, name: string, options: TableOptions, context: CommandContext) {
  const columns = columnsOf(options, context);
  const rows = await rowsOf(client, options, context);
  if (!columns || !rows) return EXIT.usage;
  if (columns.length === 0 || Object.keys(rows).length === 0) {
    context.note('A table needs documents (--kb, --folder or --search) and a question (--column).');
    return EXIT.usage;
  }
  const made = await client.request('POST /api/tables', {
    body: { name, columns, rows, modelId: null, run: true },
  });
  return follow(client, made, options, context);
}

async function add(client: IbidClient, id: string, options: TableOptions, context: CommandContext) {
  const columns = columnsOf(options, context);
  const rows = await rowsOf(client, options, context);
  if (!columns || !rows) return EXIT.usage;
  if (Object.keys(rows).length > 0)
    await client.request('POST /api/tables/{id}/rows', { path: { id }, body: rows });
  for (const body of columns) await client.request('POST /api/tables/{id}/columns', { path: { id }, body });
  return run(client, id, options, context);
}

async function run(client: IbidClient, id: string, options: TableOptions, context: CommandContext) {
  await client.request('POST /api/tables/{id}/run', { path: { id } });
  return follow(client, await client.request('GET /api/tables/{id}', { path: { id } }), options, context);
}

async function show(client: IbidClient, id: string, options: TableOptions, context: CommandContext) {
  if (options.json) return showJson(client, id, context);
  const bytes = await client.download(`/api/tables/${encodeURIComponent(id)}/export?format=md`);
  context.write(withoutControls(new TextDecoder().decode(bytes)));
  return EXIT.ok;
}

/** One object per row: the document, and its cells by column name. */
async function showJson(client: IbidClient, id: string, context: CommandContext) {
  const { columns } = await client.request('GET /api/tables/{id}', { path: { id } });
  for (let offset = 0; ;) {
    const page = await client.request('GET /api/tables/{id}/rows', {
      path: { id },
      query: { offset, limit: 200 },
    });
    for (const { document, isStale, cells } of page.rows)
      context.write(
        `${JSON.stringify({
          document,
          isStale,
          cells: Object.fromEntries(
            columns.map((column) => [
              column.name,
              cells.find(({ columnId }) => columnId === column.id) ?? null,
            ]),
          ),
        })}\n`,
      );
    offset += page.rows.length;
    if (offset >= page.total || page.rows.length === 0) return EXIT.ok;
  }
}

async function exportTable(client: IbidClient, id: string, options: TableOptions, context: CommandContext) {
  const ending = /\.(xlsx|csv|md)$/iu.exec(options.output ?? '')?.[1]?.toLowerCase();
  const format = options.format ?? ending ?? 'csv';
  if (options.output === undefined && format === 'xlsx') {
    context.note('A spreadsheet cannot be printed. Give a file: --output FILE.xlsx');
    return EXIT.usage;
  }
  const bytes = await client.download(`/api/tables/${encodeURIComponent(id)}/export?format=${format}`);
  if (options.output === undefined) context.write(new TextDecoder().decode(bytes));
  else {
    await writeFile(options.output, bytes);
    context.note(`${bytes.byteLength} bytes written to ${options.output}`);
  }
  return EXIT.ok;
}

async function remove(client: IbidClient, id: string, options: TableOptions, context: CommandContext) {
  if (!options.yes) {
    context.note(
      'This deletes the table with everything edited in it; the documents stay. Add --yes to do it.',
    );
    return EXIT.usage;
  }
  await client.request('DELETE /api/tables/{id}', { path: { id } });
  context.write('Deleted.\n');
  return EXIT.ok;
}

/** Until all cells are computed; Ctrl-C keeps what is done, and `ibid table run` continues. */
async function follow(client: IbidClient, state: State, options: TableOptions, context: CommandContext) {
  if (state.job) {
    const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: 'Reading' });
    let error: string | undefined;
    for await (const job of untilStopped(client.job(state.job.id), context.signal)) {
      const { filesDone, filesTotal, chunks, secondsLeft } = job.progress;
      bar.update({
        done: filesDone,
        total: filesTotal,
        note: `${chunks} cells`,
        secondsLeft: secondsLeft ?? undefined,
      });
      error = job.error;
    }
    bar.finish();
    if (error !== undefined) {
      context.note(
        `${withoutControls(error)} Finished cells are kept; ibid table run "${state.name}" continues.`,
      );
      return EXIT.failed;
    }
  }
  const { counts, rows } = await client.request('GET /api/tables/{id}', { path: { id: state.id } });
  const { supported = 0, weak = 0, unsupported = 0, absent = 0, failed = 0 } = counts.byVerdict;
  context.note(
    `${rows} documents: ${supported} cells supported, ${weak} weak, ${unsupported} unsupported, ${absent} not in the document` +
      `${failed > 0 ? `, ${failed} failed` : ''}${counts.pending > 0 ? `, ${counts.pending} not computed yet` : ''}.`,
  );
  return show(client, state.id, options, context);
}

function columnsOf(options: TableOptions, context: CommandContext): Schemas['NewEvidenceColumn'][] | null {
  const columns = (options.column ?? []).map((typed) => ({ typed, column: parseColumn(typed) }));
  const wrong = columns.find(({ column }) => column === null);
  if (wrong) {
    context.note(
      `--column "${withoutControls(wrong.typed)}" cannot be read. Write "Name: question", or "Name [kind]: question" with one of these kinds: [words], [number] or with its unit [number m], [date], [yes-no], [choice low/medium/high].`,
    );
    return null;
  }
  return columns.flatMap(({ column }) => column ?? []);
}

async function rowsOf(
  client: IbidClient,
  options: TableOptions,
  context: CommandContext,
): Promise<Schemas['RowChoice'] | null> {
  const { rows: bases } = await client.request('GET /api/knowledge-bases', {});
  const ids: string[] = [];
  for (const name of options.kb ?? []) {
    const base = bases.find(({ id, name: own }) => id === name || own.toLowerCase() === name.toLowerCase());
    if (!base) {
      context.note(`There is no knowledge base called ${name}. ibid list names them.`);
      return null;
    }
    ids.push(base.id);
  }
  const [first] = ids;
  if (options.folder !== undefined) {
    if (first === undefined) {
      context.note('Say which knowledge base the folder is in: --kb NAME --folder PATH.');
      return null;
    }
    return { folder: { knowledgeBaseId: first, path: options.folder } };
  }
  if (options.search !== undefined)
    return {
      search: { query: options.search, limit: 50, ...(first === undefined ? {} : { knowledgeBaseIds: ids }) },
    };
  return first === undefined ? {} : { knowledgeBaseIds: ids };
}
