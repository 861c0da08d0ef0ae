import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Schemas } from '../api.generated.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';
import { withoutControls } from '../terminal.js';
import { readLocalFiles } from './read-local-files.js';

export interface IngestOptions extends ConnectOptions {
  kb: string;
  json?: boolean;
}

/** `ibid ingest PATH…`: into a knowledge base, with a progress bar; files that failed are named with their reasons. */
export async function ingest(
  paths: readonly string[],
  options: IngestOptions,
  context: CommandContext,
): Promise<number> {
  for (const path of paths) {
    if (!(await stat(path).catch(() => null))) {
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
      const job = connection.isLocal
        ? await client.request('POST /api/knowledge-bases/{id}/folders', {
            path: { id: base.id },
            body: { path: resolve(path) },
          })
        : await client.request('POST /api/knowledge-bases/{id}/uploads', {
            path: { id: base.id },
            body: uploadOf(await readLocalFiles(path)),
          });
      const bar = createProgressBar({
        terminal: context.notes,
        write: context.draw,
        label: base.name,
      });
      let view: Schemas['Job'] | null = null;
      for await (const event of client.job(job.jobId)) {
        view = event;
        const { progress } = event;
        bar.update({
          done: progress.filesDone,
          total: progress.filesTotal,
          note: `${progress.chunks} chunks${progress.chunksPerSecond ? `, ${Math.round(progress.chunksPerSecond)}/s` : ''}`,
          secondsLeft: progress.secondsLeft ?? undefined,
        });
        if (event.state === 'done' || event.state === 'failed') break;
      }
      bar.finish();
      failed += report(path, view, options, context);
    }
    return failed > 0 ? EXIT.failed : EXIT.ok;
  } finally {
    await connection.close();
  }
}

function uploadOf(files: readonly { name: string; content: Blob }[]): FormData {
  const form = new FormData();
  for (const file of files) form.append('files', file.content, file.name);
  return form;
}

function report(
  path: string,
  view: Schemas['Job'] | null,
  options: IngestOptions,
  context: CommandContext,
): number {
  if (!view || view.state === 'failed') {
    context.note(
      context.notes.red(
        `${path}: ${view?.error ?? 'the connection was lost; run the command again to go on.'}`,
      ),
    );
    return 1;
  }
  const counts = new Map<string, number>();
  for (const { outcome } of view.outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const failures = view.outcomes.filter(({ outcome }) => outcome === 'failed');
  if (options.json) {
    context.write(
      `${JSON.stringify({ path, counts: Object.fromEntries(counts), chunks: view.progress.chunks, failures })}\n`,
    );
  } else {
    const words =
      [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'nothing to read';
    context.write(`${path}: ${words}; ${view.progress.chunks} chunks\n`);
    for (const failure of failures) {
      context.note(context.notes.yellow(`  ${withoutControls(failure.name)}: ${failure.reason ?? 'failed'}`));
    }
  }
  return failures.length;
}
