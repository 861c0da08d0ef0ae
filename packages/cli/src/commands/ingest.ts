import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ApiClient } from '../api-client.js';
import type { Schemas } from '../api.generated.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';
import { untilStopped } from '../until-stopped.js';
import { withoutControls } from '../terminal.js';
import { proposalNote } from './models.js';
import { inBatches, listLocalFiles, readAsForm } from './read-local-files.js';

export interface IngestOptions extends ConnectOptions {
  kb: string;
  /** Of what comes over standard input; its ending says what it is. */
  name?: string;
  json?: boolean;
}

/** `ibid ingest PATH…`: into a knowledge base, with a progress bar; files that failed are named with their reasons. */
export async function ingest(
  paths: readonly string[],
  options: IngestOptions,
  context: CommandContext,
): Promise<number> {
  for (const path of paths) {
    if (path !== '-' && !(await stat(path).catch(() => null))) {
      context.note(`There is no file or folder ${path}.`);
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
    for (const path of paths) {
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
          ? 'The files that are being read are finished.'
          : 'The server goes on with what it has.';
        context.note(`Stopped. ${rest} Run the same command again to go on: nothing is taken in twice.`);
        return EXIT.stopped;
      }
      failed += report(path, jobs, options, context);
    }
    // Only administrators can do something about it, so only they are told.
    const search = options.json ? null : await client.request('GET /api/search-models', {}).catch(() => null);
    if (search?.proposal) context.note(proposalNote(search.proposal));
    return failed > 0 ? EXIT.failed : EXIT.ok;
  } finally {
    await connection.close();
  }
}

type Bar = ReturnType<typeof createProgressBar>;

interface Run {
  client: ApiClient;
  baseId: string;
  path: string;
  bar: Bar;
  signal: AbortSignal;
}

/** Null where the connection was lost before its end. */
type EndedJob = Schemas['Job'] | null;

/** The server is this process: it reads the files itself, and again only what changed. */
async function readHere({ client, baseId, path, bar, signal }: Run): Promise<EndedJob[]> {
  const { jobId } = await client.request('POST /api/knowledge-bases/{id}/folders', {
    path: { id: baseId },
    body: { path: resolve(path) },
  });
  return [await followJob(untilStopped(client.job(jobId), signal), bar, { before: 0, total: null })];
}

/** The two phases of an upload, batch by batch: the bytes are sent, then the server reads them. */
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

/** What comes over standard input is one document. */
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

/** Until its end, with the bar. */
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
      note: `${progress.chunks} chunks${progress.chunksPerSecond ? `, ${Math.round(progress.chunksPerSecond)}/s` : ''}`,
      secondsLeft: whole.total === null ? (progress.secondsLeft ?? undefined) : undefined,
    });
    if (event.state !== 'queued' && event.state !== 'running') break;
  }
  return view;
}

function report(
  path: string,
  jobs: readonly EndedJob[],
  options: IngestOptions,
  context: CommandContext,
): number {
  const broken = jobs.find((job) => !job || job.state === 'failed' || job.state === 'cancelled');
  if (broken !== undefined) {
    const cancelled = broken?.state === 'cancelled' ? 'it was cancelled.' : undefined;
    const reason = broken?.error ?? cancelled ?? 'the connection was lost; run the command again to go on.';
    context.note(context.notes.red(`${path}: ${reason}`));
    return 1;
  }
  const views = jobs.flatMap((job) => job ?? []);
  const outcomes = views.flatMap((view) => view.outcomes);
  const chunks = views.reduce((sum, view) => sum + view.progress.chunks, 0);
  const counts = new Map<string, number>();
  for (const { outcome } of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const failures = outcomes.filter(({ outcome }) => outcome === 'failed');
  if (options.json) {
    context.write(`${JSON.stringify({ path, counts: Object.fromEntries(counts), chunks, failures })}\n`);
  } else {
    const words =
      [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'nothing to read';
    context.write(`${path}: ${words}; ${chunks} chunks\n`);
    for (const failure of failures) {
      context.note(context.notes.yellow(`  ${withoutControls(failure.name)}: ${failure.reason ?? 'failed'}`));
    }
    for (const { name, warnings = [] } of outcomes) {
      for (const warning of warnings) context.note(`  ${withoutControls(name)}: ${warning}`);
    }
  }
  return failures.length;
}
