import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { IbidClient, Schemas } from '@ibid/client';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { createProgressBar } from '../progress-bar.js';
import { oneLine, withoutControls, type Terminal } from '../terminal.js';
import { untilStopped } from '../until-stopped.js';
import { scopeOf } from './ask.js';
import { pairLines } from './contradictions.js';

export interface ReportOptions extends ConnectOptions {
  kb?: string[];
  /** Parts to research, instead of the proposed plan. */
  part?: string[];
  /** Only shows the plan. */
  plan?: boolean;
  /** Continues a planned or stopped report. */
  resume?: string;
  model?: string;
  steps?: number;
  tokens?: number;
  output?: string;
  json?: boolean;
}

type Report = Schemas['Report'];

const FORMATS: Record<string, 'footnotes' | 'html' | 'docx' | 'bibtex'> = {
  '.md': 'footnotes',
  '.html': 'html',
  '.docx': 'docx',
  '.bib': 'bibtex',
};

/** `ibid report "QUESTION"`: plans, researches part by part, and prints sections in which every claim is checked. */
export async function report(
  question: string,
  options: ReportOptions,
  context: CommandContext,
): Promise<number> {
  const { output } = options;
  if (output !== undefined && FORMATS[extname(output)] === undefined) {
    context.note(
      `A report can be saved as ${Object.keys(FORMATS).join(', ')}. Give the file one of these extensions.`,
    );
    return EXIT.usage;
  }
  if ((question === '') === (options.resume === undefined)) {
    context.note('Ask a question, or continue a report: ibid report --resume ID');
    return EXIT.usage;
  }
  const connection = await connect(options);
  const { client } = connection;
  try {
    const planned = options.resume ?? (await planReport(client, question, options)).id;
    const plan = await client.request('GET /api/reports/{id}', { path: { id: planned } });
    if (!options.json)
      context.note(
        [
          `Plan (${plan.id}):`,
          ...plan.sections.map(({ question: asked }, place) => `  ${place + 1}. ${oneLine(asked)}`),
        ].join('\n'),
      );
    if (options.plan) {
      if (options.json) context.write(`${JSON.stringify(plan)}\n`);
      else
        context.note(
          `ibid report --resume ${plan.id} writes it; --part "…" replaces the proposed parts with your own.`,
        );
      return EXIT.ok;
    }
    const { jobId } = await client.request('POST /api/reports/{id}/run', { path: { id: plan.id } });
    const bar = createProgressBar({ terminal: context.notes, write: context.draw, label: 'Writing' });
    for await (const { progress } of untilStopped(client.job(jobId), context.signal))
      bar.update({ done: progress.filesDone, total: progress.filesTotal, ...noteOf(progress.current) });
    bar.finish();
    if (context.signal.aborted) {
      await client.request('POST /api/reports/{id}/stop', { path: { id: plan.id } }).catch(() => undefined);
      context.note(`Stopped. What was written is kept; ibid report --resume ${plan.id} continues.`);
      return EXIT.stopped;
    }
    const written = await client.request('GET /api/reports/{id}', { path: { id: plan.id } });
    if (output !== undefined) {
      const format = FORMATS[extname(output)] ?? 'footnotes';
      const bytes = await client.download(`/api/reports/${plan.id}/export?format=${format}`);
      await writeFile(output, bytes);
      context.note(`Written to ${output}.`);
    } else if (options.json) context.write(`${JSON.stringify(written)}\n`);
    else context.write(reportLines(written, context.terminal));
    const { used, budget, balance } = written;
    if (!options.json)
      context.note(
        [
          balance.text ?? '',
          `${used.steps} of ${budget.steps} steps, ${used.tokens} of ${budget.tokens} tokens.`,
        ]
          .filter((line) => line !== '')
          .join('\n'),
      );
    if (written.job?.state === 'failed') {
      context.note(context.notes.red(written.job.error ?? 'The report could not be finished.'));
      return EXIT.failed;
    }
    return written.sources.length === 0 ? EXIT.nothingFound : EXIT.ok;
  } finally {
    await connection.close();
  }
}

async function planReport(client: IbidClient, question: string, options: ReportOptions): Promise<Report> {
  const scope = options.kb?.length ? await scopeOf(client, options.kb) : {};
  return client.request('POST /api/reports', {
    body: {
      question,
      ...scope,
      ...(options.part?.length && {
        plan: options.part.map((part) => ({ title: part.slice(0, 200), question: part })),
      }),
      ...(options.model !== undefined && { modelId: options.model }),
      budget: { steps: options.steps, tokens: options.tokens },
    },
  });
}

const noteOf = (current: string | null) => (current === null ? {} : { note: oneLine(current).slice(0, 40) });

const MARKS: Record<string, string> = {
  weak: ' (weak)',
  unsupported: ' (not supported)',
  uncited: ' (no source)',
};

function reportLines(
  { question, sections, sources, notFound, contradictions }: Report,
  terminal: Terminal,
): string {
  const lines = [terminal.bold(`# ${oneLine(question)}`), ''];
  for (const { title, text, claims, isWithheld, error } of sections) {
    if (isWithheld) lines.push(terminal.bold(`## ${oneLine(title)}`), '', terminal.yellow(error ?? ''), '');
    if (text === '') continue;
    lines.push(terminal.bold(`## ${oneLine(title)}`), '', withoutControls(text), '');
    const doubtful = claims.filter(({ verdict }) => MARKS[verdict] !== undefined);
    for (const { text: claim, verdict } of doubtful)
      lines.push(terminal.yellow(`   ${oneLine(claim)}${MARKS[verdict]}`));
    if (doubtful.length > 0) lines.push('');
  }
  if (notFound.length > 0)
    lines.push(
      terminal.bold('## What could not be found'),
      '',
      ...notFound.map(({ title, reason }) => `- ${oneLine(title)}: ${reason}`),
      '',
    );
  const disagreeing = contradictions.filter(({ standing }) => standing !== 'rejected');
  if (disagreeing.length > 0)
    lines.push(
      terminal.bold('## Where the documents disagree'),
      '',
      ...disagreeing.map((pair) => pairLines(pair, terminal).trimEnd()),
      '',
    );
  if (sources.length > 0)
    lines.push(
      terminal.bold('## Sources'),
      '',
      ...sources.map(({ number, title }) => `${terminal.cyan(`[${number}]`)} ${oneLine(title)}`),
      '',
    );
  return `${lines.join('\n')}\n`;
}
