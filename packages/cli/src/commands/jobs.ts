import type { Schemas } from '@ibid/client';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';
import { withoutControls } from '../terminal.js';
import { untilStopped } from '../until-stopped.js';
import { failureLine, followJob } from './ingest.js';

export interface JobsOptions extends ConnectOptions {
  json?: boolean;
}

type Job = Schemas['Job'];

/** `ibid jobs`: running and finished jobs; `cancel` or `retry` one of them. */
export async function jobs(
  action: string | undefined,
  id: string | undefined,
  options: JobsOptions,
  context: CommandContext,
): Promise<number> {
  const isKnown = action === undefined || ((action === 'cancel' || action === 'retry') && id);
  if (!isKnown) {
    context.note('ibid jobs lists them; ibid jobs cancel ID cancels one; ibid jobs retry ID runs it again.');
    return EXIT.usage;
  }
  const connection = await connect(options);
  const { client } = connection;
  const show = (job: Job) => context.write(options.json ? `${JSON.stringify(job)}\n` : jobLines(job));
  try {
    if (action === 'cancel') {
      show(await client.request('POST /api/jobs/{id}/cancel', { path: { id: id ?? '' } }));
      return EXIT.ok;
    }
    if (action === 'retry') {
      const { jobId } = await client.request('POST /api/jobs/{id}/retry', { path: { id: id ?? '' } });
      const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: 'Reading again' });
      const events = untilStopped(client.job(jobId), context.signal);
      const ended = await followJob(events, bar, { before: 0, total: null });
      bar.finish();
      if (ended) show(ended);
      return ended?.state === 'done' && failuresOf(ended).length === 0 ? EXIT.ok : EXIT.failed;
    }
    const { rows } = await client.request('GET /api/jobs', {});
    for (const job of rows) show(job);
    if (rows.length === 0) context.note('There are no jobs.');
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}

function failuresOf(job: Job): Job['outcomes'] {
  return job.outcomes.filter(({ outcome }) => outcome === 'failed');
}

function jobLines(job: Job): string {
  const { filesDone, filesTotal } = job.progress;
  const files = filesTotal === null ? `${filesDone} files` : `${filesDone} of ${filesTotal} files`;
  const lines = [`${job.id}  ${job.state.padEnd(9)}  ${job.kind}, ${files}, ${job.createdAt}`];
  if (job.error !== undefined) lines.push(`  ${withoutControls(job.error)}`);
  lines.push(...failuresOf(job).map(failureLine));
  return `${lines.join('\n')}\n`;
}
