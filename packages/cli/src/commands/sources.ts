import type { Body } from '@ibid/client/internal';
import type { IbidClient, Schemas } from '@ibid/client';
import { EXIT, type CommandContext } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';
import { withoutControls } from '../terminal.js';
import { untilStopped } from '../until-stopped.js';
import { followJob } from './ingest.js';
import { readFields } from './source-fields.js';

type Source = Schemas['ConnectedSource'];

export interface SourcesOptions extends ConnectOptions {
  kb: string;
  set?: string[];
  name?: string;
  every?: string;
  share?: 'base' | 'private' | 'public';
  keep?: boolean;
  retry?: boolean;
  deleteMissing?: boolean;
  yes?: boolean;
  json?: boolean;
}

interface Call {
  client: IbidClient;
  options: SourcesOptions;
  context: CommandContext;
}

/** In a list of sources; `show` lists them all. */
const FEW_FAILURES = 3;

/** What can be done with a source by its name. */
const WITH_NAME = ['add', 'show', 'change', 'sync', 'pause', 'resume', 'log', 'remove'];

/** `ibid sources`: what knowledge bases are synced with (KB-10). */
export async function sources(
  action: string | undefined,
  what: string | undefined,
  options: SourcesOptions,
  context: CommandContext,
): Promise<number> {
  const needsName = action !== undefined && action !== 'kinds';
  if (needsName && (!WITH_NAME.includes(action) || what === undefined)) {
    context.note(
      `ibid sources lists all sources. ibid sources kinds lists the kinds you can add. ibid sources ${WITH_NAME.join('|')} NAME works on one.`,
    );
    return EXIT.usage;
  }
  const every = minutesOf(options.every);
  if (every === 'wrong') {
    context.note('--every takes minutes, at least 5, or never.');
    return EXIT.usage;
  }
  const connection = await connect(options);
  const call: Call = { client: connection.client, options, context };
  try {
    if (action === undefined) return await list(call);
    if (action === 'kinds') return await kinds(call);
    if (action === 'add') return await add(call, what ?? '', every);
    const { rows } = await connection.client.request('GET /api/sources', {});
    const source = rows.find(({ id, name }) => id === what || name.toLowerCase() === what?.toLowerCase());
    if (!source) {
      context.note(`There is no source "${what}". ibid sources lists them.`);
      return EXIT.nothingFound;
    }
    return await withSource(call, action, source, every);
  } finally {
    await connection.close();
  }
}

async function withSource(
  call: Call,
  action: string,
  source: Source,
  everyMinutes: number | null | undefined,
): Promise<number> {
  const { client, options, context } = call;
  const path = { id: source.id };
  const change = (body: Body<'PATCH /api/sources/{id}'>) =>
    client.request('PATCH /api/sources/{id}', { path, body });
  if (action === 'show') return show(call, source, true);
  if (action === 'sync') {
    const query = {
      failed: options.retry ? ('retry' as const) : ('skip' as const),
      missing: options.deleteMissing ? ('delete' as const) : ('ask' as const),
    };
    const { jobId } = await client.request('POST /api/sources/{id}/sync', { path, query });
    return follow(call, source.id, jobId);
  }
  if (action === 'pause') return show(call, await change({ isPaused: true }));
  if (action === 'resume') {
    const { job } = await change({ isPaused: false });
    return follow(call, source.id, job?.id ?? null);
  }
  if (action === 'change') {
    const fields = await readFields(client, source.kind, options.set ?? [], { isNew: false });
    if (typeof fields === 'string') return wrong(fields, context);
    const settings = Object.keys(fields).length === 0 ? {} : { settings: { ...source.settings, ...fields } };
    return show(
      call,
      await change({
        ...settings,
        ...(options.name === undefined ? {} : { name: options.name }),
        ...(everyMinutes === undefined ? {} : { everyMinutes }),
        ...(options.share === undefined ? {} : { sharing: sharingOf(options.share) }),
      }),
      true,
    );
  }
  if (action === 'log') {
    const { rows } = await client.request('GET /api/sources/{id}/log', { path });
    for (const line of rows.toReversed())
      context.write(
        options.json
          ? `${JSON.stringify(line)}\n`
          : `${line.at}  ${line.level.padEnd(7)}  ${withoutControls(line.text)}\n`,
      );
    return EXIT.ok;
  }
  const documents = options.keep ? 'keeps its documents' : `deletes its ${source.items} documents for good`;
  if (!options.yes)
    return wrong(`This removes ${source.name} and ${documents}. Add --yes to do it.`, context);
  await client.request('DELETE /api/sources/{id}', {
    path,
    query: { items: options.keep ? 'keep' : 'delete' },
  });
  context.write(`Removed ${withoutControls(source.name)}.\n`);
  return EXIT.ok;
}

async function list(call: Call): Promise<number> {
  const { rows } = await call.client.request('GET /api/sources', {});
  for (const source of rows) show(call, source);
  if (rows.length === 0)
    call.context.note(
      'There is no source yet. Add one: ibid sources add site --set url=https://example.org/',
    );
  return EXIT.ok;
}

async function kinds({ client, options, context }: Call): Promise<number> {
  const { rows } = await client.request('GET /api/source-kinds', {});
  for (const kind of rows) {
    if (options.json) context.write(`${JSON.stringify(kind)}\n`);
    else {
      context.write(`${kind.kind}: ${withoutControls(kind.description)}\n`);
      for (const field of kind.fields) {
        const notes = [
          field.title,
          field.description,
          ...(field.choices.length > 0 ? [choicesOf(field)] : []),
          ...(field.isRequired ? ['required'] : []),
          ...(field.default === null || field.default === '' ? [] : [`default ${String(field.default)}`]),
        ];
        context.write(`  ${field.name.padEnd(16)} ${withoutControls(notes.filter(Boolean).join('; '))}\n`);
      }
    }
  }
  return EXIT.ok;
}

function choicesOf({ choices, choiceLabels }: Schemas['SourceKind']['fields'][number]): string {
  return choices
    .map((choice) => (choiceLabels[choice] ? `${choice} (${choiceLabels[choice]})` : choice))
    .join(' or ');
}

async function add(call: Call, kind: string, everyMinutes: number | null | undefined): Promise<number> {
  const { client, options, context } = call;
  const settings = await readFields(client, kind, options.set ?? [], { isNew: true });
  if (typeof settings === 'string') return wrong(settings, context);
  const { rows } = await client.request('GET /api/knowledge-bases', {});
  const base =
    rows.find(({ id, name }) => id === options.kb || name.toLowerCase() === options.kb.toLowerCase()) ??
    (await client.request('POST /api/knowledge-bases', { body: { name: options.kb } }));
  const source = await client.request('POST /api/sources', {
    body: {
      knowledgeBaseId: base.id,
      kind,
      settings,
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(everyMinutes === undefined ? {} : { everyMinutes }),
      ...(options.share === undefined ? {} : { sharing: sharingOf(options.share) }),
    },
  });
  return follow(call, source.id, source.job?.id ?? null);
}

/** Until it is done or the user interrupts; on a server it then continues. */
async function follow(call: Call, id: string, jobId: string | null): Promise<number> {
  const { client, context } = call;
  if (jobId !== null) {
    const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: 'Syncing' });
    const events = untilStopped(client.job(jobId), context.signal);
    await followJob(events, bar, { before: 0, total: null });
    bar.finish();
  }
  const source = await client.request('GET /api/sources/{id}', { path: { id } });
  show(call, source);
  return source.state === 'failing' ? EXIT.failed : EXIT.ok;
}

function show({ options, context }: Call, source: Source, isWhole = false): number {
  if (options.json) {
    context.write(`${JSON.stringify(source)}\n`);
    return EXIT.ok;
  }
  const synced = source.syncedAt === null ? 'never synced' : `synced ${source.syncedAt}`;
  const parts = [
    source.id,
    source.state.padEnd(7),
    `${source.name} (${source.kind})`,
    `${source.items} documents, ${source.failed === 0 ? '' : `${source.failed} failed, `}${synced}`,
  ];
  context.write(`${withoutControls(parts.join('  '))}\n`);
  if (source.problem !== null) context.write(`  ${withoutControls(source.problem)}\n`);
  if (source.asksToDelete)
    context.write(`  To delete them here too: ibid sources sync ${source.id} --delete-missing\n`);
  const shown = source.failures.slice(0, isWhole ? Infinity : FEW_FAILURES);
  for (const { name, reason } of shown) context.write(`  ${withoutControls(`${name}: ${reason}`)}\n`);
  if (source.failed > shown.length)
    context.write(`  and ${source.failed - shown.length} more; see the log\n`);
  if (!isWhole) return EXIT.ok;
  for (const [name, value] of Object.entries(source.settings))
    context.write(
      `  ${name.padEnd(16)} ${withoutControls(typeof value === 'string' ? value : JSON.stringify(value))}\n`,
    );
  for (const name of source.secretsGiven) context.write(`  ${name.padEnd(16)} (stored)\n`);
  const every = source.everyMinutes === null ? 'never' : `${source.everyMinutes} minutes`;
  context.write(`  ${'every'.padEnd(16)} ${every}${source.nextAt ? `, next ${source.nextAt}` : ''}\n`);
  context.write(`  ${'shared'.padEnd(16)} ${source.sharing?.visibility ?? 'as the knowledge base'}\n`);
  return EXIT.ok;
}

function sharingOf(share: NonNullable<SourcesOptions['share']>) {
  return share === 'base' ? null : { visibility: share, sharedWithUsers: [], sharedWithGroups: [] };
}

/** Undefined: not given. */
function minutesOf(typed: string | undefined): number | null | undefined | 'wrong' {
  if (typed === undefined) return undefined;
  if (typed === 'never') return null;
  const minutes = Number(typed);
  return Number.isInteger(minutes) && minutes >= 5 ? minutes : 'wrong';
}

function wrong(message: string, context: CommandContext): number {
  context.note(message);
  return EXIT.usage;
}
