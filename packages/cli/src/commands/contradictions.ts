import type { Schemas } from '@ibid/client';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';
import { oneLine, type Terminal } from '../terminal.js';
import { untilStopped } from '../until-stopped.js';
import { scopeOf } from './ask.js';

export interface ContradictionsOptions extends ConnectOptions {
  kb?: string[];
  /** Includes pairs that a language model rejected and pairs that the rules are unsure of. */
  all?: boolean;
  json?: boolean;
}

type Contradiction = Schemas['Contradiction'];

/** `ibid contradictions ["TOPIC"]`: passages of different documents that disagree, side by side. */
export async function contradictions(
  topic: string,
  options: ContradictionsOptions,
  context: CommandContext,
): Promise<number> {
  const connection = await connect(options);
  const { client } = connection;
  try {
    const scope = options.kb?.length ? await scopeOf(client, options.kb) : {};
    const { id, jobId } = await client.request('POST /api/contradictions', {
      body: { ...scope, ...(topic === '' ? {} : { topic }) },
    });
    const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: 'Comparing' });
    for await (const { progress } of untilStopped(client.job(jobId), context.signal)) {
      const share = progress.share ?? 0;
      bar.update({ done: Math.round(share * 100), total: 100 });
    }
    bar.finish();
    if (context.signal.aborted) {
      await client.request('POST /api/contradictions/{id}/stop', { path: { id } }).catch(() => undefined);
      context.note('Stopped. Found so far:');
    }
    const look = await client.request('GET /api/contradictions/{id}', { path: { id } });
    const isChange = ({ standing }: Contradiction) => standing === 'changed';
    const isShown = ({ standing }: Contradiction) =>
      options.all === true || standing === 'found' || standing === 'confirmed';
    const rows = look.rows.filter((row) => isShown(row) && !isChange(row));
    const changes = look.rows.filter(isChange);
    if (options.json) context.write(`${JSON.stringify({ ...look, rows: [...rows, ...changes] })}\n`);
    else {
      for (const row of [...rows, ...changes]) context.write(pairLines(row, context.terminal));
      const open = look.rows.length - rows.length - changes.length;
      context.note(
        [
          `${rows.length === 1 ? '1 contradiction' : `${rows.length} contradictions`} in ${look.documents} documents (${look.statements} sentences compared).`,
          ...(changes.length > 0
            ? [
                `${changes.length === 1 ? '1 change' : `${changes.length} changes`} between versions of a document.`,
              ]
            : []),
          ...(open > 0 ? [`${open} more may not be contradictions: --all shows them.`] : []),
          ...(look.isCut ? ['There is too much to compare at once. Name a topic.'] : []),
        ].join(' '),
      );
    }
    if (context.signal.aborted) return EXIT.stopped;
    if (look.job?.state === 'failed') {
      context.note(context.notes.red(look.job.error ?? 'It could not be finished.'));
      return EXIT.failed;
    }
    return rows.length === 0 ? EXIT.nothingFound : EXIT.ok;
  } finally {
    await connection.close();
  }
}

/** `180 days (2021) against 270 days (2024)`, with the location of each. */
export function pairLines({ kind, sides, standing, opinion }: Contradiction, terminal: Terminal): string {
  const short = sides.map(({ said, date }) =>
    date?.of === 'document' ? `${oneLine(said)} (${date.value.slice(0, 4)})` : oneLine(said),
  );
  const sure = {
    confirmed: ', confirmed',
    found: '',
    open: ', perhaps',
    changed: ', changed between versions',
    rejected: ', rejected by the model',
  }[standing];
  return [
    `${terminal.bold(short.join(' against '))}  ${terminal.dim(`${kind}${sure}`)}`,
    ...sides.flatMap(({ title, date, passage }) => {
      const kind = { document: '', file: 'file of ', added: 'added ' }[date?.of ?? 'document'];
      const day = date === null ? '' : `, ${kind}${date.value.slice(0, 10)}`;
      const page = passage.page === undefined ? '' : `, page ${passage.page}`;
      return [
        `   ${oneLine(title)}${terminal.dim(`${day}${page}`)}`,
        terminal.dim(`       “${oneLine(passage.text)}”`),
      ];
    }),
    ...(opinion?.reason ? [terminal.dim(`   ${opinion.modelId}: ${oneLine(opinion.reason)}`)] : []),
    '',
    '',
  ].join('\n');
}
