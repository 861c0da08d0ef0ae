import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { IbidClient, Schemas } from '@ibid/client';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';
import { noteBudget } from '../note-budget.js';
import { untilStopped } from '../until-stopped.js';
import { withoutControls } from '../terminal.js';
import { proposalNote } from './models.js';
import { changesBelow } from './changes-below.js';
import { inBatches, listLocalFiles, readAsForm } from './read-local-files.js';

const SAMPLE = /\(sample\)$/u;

export interface IngestArguments extends ConnectOptions {
  kb: string;
  /** Name of a document from standard input; its extension gives the type. */
  name?: string;
  json?: boolean;
  /** Lists everything that was skipped. */
  verbose?: boolean;
  /** Keeps running and ingests changes until stopped. */
  watch?: boolean;
}

/** `ibid ingest PATH…`: adds files to a knowledge base, with a progress bar; failed files are listed with reasons. */
export async function ingest(
  paths: readonly string[],
  options: IngestArguments,
  context: CommandContext,
): Promise<number> {
  if (options.watch && paths.includes('-')) {
    context.note('Standard input cannot be watched. Name files or folders.');
    return EXIT.usage;
  }
  for (const path of paths) {
    const found = path === '-' ? null : await stat(path).catch(() => undefined);
    if (found === undefined) {
      context.note(`There is no file or folder ${path}.`);
      return EXIT.usage;
    }
    if (found && !found.isFile() && !found.isDirectory()) {
      context.note(`${path} is a named pipe, socket or device. Pipe its output into: ibid ingest -`);
      return EXIT.usage;
    }
  }
  const connection = await connect(options);
  const { client } = connection;
  try {
    const { rows } = await client.request('GET /api/knowledge-bases', {});
    const existing = rows.find(
      (row) => row.id === options.kb || row.name.toLowerCase() === options.kb.toLowerCase(),
    );
    const base =
      existing ?? (await client.request('POST /api/knowledge-bases', { body: { name: options.kb } }));
    let failed = 0;
    const take = async (path: string): Promise<boolean> => {
      const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: base.name });
      const run = { client, baseId: base.id, path, bar, signal: context.signal };
      const jobs = await (path === '-'
        ? sendInput(run, options.name ?? 'standard-input.txt')
        : connection.isLocal
          ? readHere(run)
          : sendThere(run));
      bar.finish();
      if (context.signal.aborted) {
        const rest = connection.isLocal
          ? 'Files that are being read are finished first.'
          : 'The server continues with what it has received.';
        context.note(`Stopped. ${rest} Run the same command again to continue: nothing is added twice.`);
        return false;
      }
      failed += report(path, jobs, options, context);
      return true;
    };
    // Started before the first read, so changes during it are not missed.
    const changes = options.watch ? changesBelow(paths, context.signal) : null;
    const first = changes?.next();
    for (const path of paths) if (!(await take(path))) return EXIT.stopped;
    if (changes) {
      context.note('Watching for changes. Press Ctrl-C to stop.');
      for (let next = await first; next && !next.done; next = await changes.next())
        for (const path of next.value) if (!(await take(path))) return EXIT.stopped;
      return EXIT.ok;
    }
    if (!options.json) await noteBudget(client, context, 'adding');
    const sample = existing ? undefined : rows.find((row) => row.items > 0 && SAMPLE.test(row.name));
    if (sample && !options.json)
      context.note(
        `The sample documents are searched together with yours. To remove them: ibid delete "${sample.name}"`,
      );
    // Only administrators can act on it, so only they see it.
    const search = options.json ? null : await client.request('GET /api/search-models', {}).catch(() => null);
    if (search?.proposal) context.note(proposalNote(search.proposal));
    return failed > 0 ? EXIT.failed : EXIT.ok;
  } finally {
    await connection.close();
  }
}

type Bar = ReturnType<typeof createProgressBar>;

interface Run {
  client: IbidClient;
  baseId: string;
  path: string;
  bar: Bar;
  signal: AbortSignal;
}

/** Null if the connection was lost before the end. */
type EndedJob = Schemas['Job'] | null;

/** The server is this process: it reads the files directly, and later only what changed. */
async function readHere({ client, baseId, path, bar, signal }: Run): Promise<EndedJob[]> {
  const { jobId } = await client.request('POST /api/knowledge-bases/{id}/folders', {
    path: { id: baseId },
    body: { path: resolve(path) },
  });
  return [await followJob(untilStopped(client.job(jobId), signal), bar, { before: 0, total: null })];
}

/** The two phases of an upload, in batches: the bytes are sent, then the server reads them. */
async function sendThere({ client, baseId, path, bar, signal }: Run): Promise<EndedJob[]> {
  const files = await listLocalFiles(path);
  const jobs: EndedJob[] = [];
  let before = 0;
  for (const batch of inBatches(files)) {
    if (signal.aborted) break;
    bar.update({ done: before, total: files.length, note: `sending ${batch.length}` });
    const { jobId } = await client.request('POST /api/knowledge-bases/{id}/uploads', {
      path: { id: baseId },
      body: await readAsForm(batch),
    });
    const events = untilStopped(client.job(jobId), signal);
    jobs.push(await followJob(events, bar, { before, total: files.length }));
    before += batch.length;
  }
  return jobs;
}

/** Standard input is one document. */
async function sendInput({ client, baseId, bar, signal }: Run, name: string): Promise<EndedJob[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of process.stdin) parts.push(part as Uint8Array<ArrayBuffer>);
  const body = new FormData();
  body.append('files', new Blob(parts), name);
  const { jobId } = await client.request('POST /api/knowledge-bases/{id}/uploads', {
    path: { id: baseId },
    body,
  });
  return [await followJob(untilStopped(client.job(jobId), signal), bar, { before: 0, total: null })];
}

/** Follows a job to its end, with the bar. */
export async function followJob(
  events: AsyncGenerator<Schemas['Job']>,
  bar: Bar,
  whole: { before: number; total: number | null },
): Promise<EndedJob> {
  let view: EndedJob = null;
  for await (const event of events) {
    view = event;
    const { progress } = event;
    bar.update({
      done: whole.before + progress.filesDone,
      total: whole.total ?? progress.filesTotal,
      note: `${progress.pages ? `page ${progress.pages.done} of ${progress.pages.total}, ` : ''}${progress.chunks} chunks${progress.chunksPerSecond ? `, ${Math.round(progress.chunksPerSecond)}/s` : ''}`,
      secondsLeft: whole.total === null ? (progress.secondsLeft ?? undefined) : undefined,
    });
    if (event.state !== 'queued' && event.state !== 'running') break;
  }
  return view;
}

const MOST_NAMED = 10;

/** If very many failed, the last ones are counted instead of named. */
export function failureLine({ name, files, reason = 'failed' }: Schemas['Job']['outcomes'][number]): string {
  const words = withoutControls(reason);
  return files === undefined
    ? `  ${withoutControls(name)}: ${words}`
    : `  and ${files} more, such as: ${words}`;
}

/** Skipped files: the number for each reason, and the first names. */
function skippedLines(outcomes: Schemas['Job']['outcomes'], isVerbose: boolean): string[] {
  const byReason = new Map<string, { count: number; names: string[] }>();
  for (const { outcome, name, files, reason = 'nothing in it to read' } of outcomes) {
    if (outcome !== 'skipped') continue;
    const { count, names } = byReason.get(reason) ?? { count: 0, names: [] };
    byReason.set(reason, {
      count: count + (files ?? 1),
      names: files === undefined ? [...names, name] : names,
    });
  }
  let left = isVerbose ? Infinity : MOST_NAMED;
  return [...byReason].flatMap(([reason, { count, names }]) => {
    const shown = names.slice(0, left);
    left -= shown.length;
    const more = count - shown.length;
    const rest =
      more > 0 && shown.length > 0
        ? [`    and ${more} more${isVerbose ? '' : ' (--verbose names them)'}`]
        : [];
    return [`  skipped ${count}: ${reason}`, ...shown.map((name) => `    ${withoutControls(name)}`), ...rest];
  });
}

/** Outcomes whose stable name is not what people say. */
const WORDS: Readonly<Record<string, string>> = { unchanged: 'already there' };

function report(
  path: string,
  jobs: readonly EndedJob[],
  options: IngestArguments,
  context: CommandContext,
): number {
  const broken = jobs.find((job) => !job || job.state === 'failed' || job.state === 'cancelled');
  if (broken !== undefined) {
    const cancelled = broken?.state === 'cancelled' ? 'it was cancelled.' : undefined;
    const reason =
      broken?.error ?? cancelled ?? 'the connection was lost; run the command again to continue.';
    context.note(context.notes.red(`${path}: ${reason}`));
    return 1;
  }
  const views = jobs.flatMap((job) => job ?? []);
  const outcomes = views.flatMap((view) => view.outcomes);
  const chunks = views.reduce((sum, view) => sum + view.progress.chunks, 0);
  const counts = new Map<string, number>();
  for (const { outcome, files = 1 } of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + files);
  const failures = outcomes.filter(({ outcome }) => outcome === 'failed');
  if (options.json) {
    const skipped = outcomes.filter(({ outcome }) => outcome === 'skipped');
    context.write(
      `${JSON.stringify({ path, counts: Object.fromEntries(counts), chunks, failures, skipped })}\n`,
    );
  } else {
    const words =
      [...counts].map(([outcome, count]) => `${count} ${WORDS[outcome] ?? outcome}`).join(', ') ||
      'nothing to read';
    context.write(`${path}: ${words}; ${chunks} ${chunks === 1 ? 'chunk' : 'chunks'}\n`);
    for (const failure of failures) context.note(context.notes.yellow(failureLine(failure)));
    for (const line of skippedLines(outcomes, options.verbose ?? false)) context.note(line);
    for (const { name, warnings = [] } of outcomes) {
      for (const warning of warnings) context.note(`  ${withoutControls(name)}: ${warning}`);
    }
  }
  // An empty file is not a failure, and was listed above.
  const isAllSkipped =
    outcomes.some(({ code }) => code !== 'empty') && outcomes.every(({ outcome }) => outcome === 'skipped');
  if (isAllSkipped && !options.json)
    context.note(
      context.notes.yellow(`${path}: nothing was added, because Ibid cannot read any of its file types.`),
    );
  return isAllSkipped ? 1 : failures.length;
}
