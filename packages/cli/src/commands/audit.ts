import { writeFile } from 'node:fs/promises';
import type { Schemas } from '@ibid/client';
import { type CommandContext, EXIT } from '../command-context.js';
import { connect, type ConnectOptions } from '../connect.js';
import { withoutControls } from '../terminal.js';

type AuditLine = Schemas['AuditLine'];

export interface AuditOptions extends ConnectOptions {
  action?: string;
  person?: string;
  outcome?: AuditLine['outcome'];
  since?: Date;
  until?: Date;
  limit?: number;
  format?: 'jsonl' | 'csv';
  output?: string;
  head?: { seq: number; hash: string };
  json?: boolean;
}

const filterOf = ({ action, person, outcome, since, until }: AuditOptions) => ({
  ...(action === undefined ? {} : { action }),
  ...(person === undefined ? {} : { actorId: person }),
  ...(outcome === undefined ? {} : { outcome }),
  ...(since === undefined ? {} : { from: since.toISOString() }),
  ...(until === undefined ? {} : { to: until.toISOString() }),
});

/** `ibid audit list`: who did what, newest first. */
export async function auditList(options: AuditOptions, context: CommandContext): Promise<number> {
  const connection = await connect(options);
  try {
    let left = options.limit ?? 50;
    let shown = 0;
    for (let cursor: string | null = null; left > 0;) {
      const page: { rows: AuditLine[]; cursor: string | null } = await connection.client.request(
        'GET /api/audit',
        { query: { ...filterOf(options), limit: Math.min(left, 500), cursor } },
      );
      for (const line of page.rows)
        context.write(options.json ? `${JSON.stringify(line)}\n` : `${lineOf(line)}\n`);
      shown += page.rows.length;
      left -= page.rows.length;
      cursor = page.cursor;
      if (cursor === null) break;
    }
    if (shown === 0) context.note('Nothing in the audit log matches.');
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}

/** `ibid audit export`: all matching lines, oldest first, to a file or standard output. */
export async function auditExport(options: AuditOptions, context: CommandContext): Promise<number> {
  const connection = await connect(options);
  try {
    const query = new URLSearchParams({ ...filterOf(options), format: options.format ?? 'jsonl' });
    const bytes = await connection.client.download(`/api/audit/export?${query.toString()}`);
    if (options.output === undefined) context.write(new TextDecoder().decode(bytes));
    else {
      await writeFile(options.output, bytes, { mode: 0o600 });
      context.note(`${bytes.byteLength} bytes written to ${options.output}`);
    }
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}

/** `ibid audit verify`: verifies the hash chain and reports faults. */
export async function auditVerify(options: AuditOptions, context: CommandContext): Promise<number> {
  const connection = await connect(options);
  try {
    const body = options.head === undefined ? {} : { noted: options.head };
    const check = await connection.client.request('POST /api/audit/verify', { body });
    if (options.json) context.write(`${JSON.stringify(check)}\n`);
    else if (check.faults.length === 0)
      context.write(
        `${context.terminal.green('All is well')}: ${check.lines} ${check.lines === 1 ? 'line' : 'lines'}, none changed.\n` +
          (check.head === null ? '' : `Head: ${check.head.seq}:${check.head.hash}\n`),
      );
    for (const fault of options.json ? [] : check.faults)
      context.write(`${context.terminal.yellow('!')} ${fault}\n`);
    if (check.faults.length > 0) {
      context.note('The audit log was altered. Compare it with a backup or an earlier export.');
      return EXIT.failed;
    }
    return EXIT.ok;
  } finally {
    await connection.close();
  }
}

function lineOf(line: AuditLine): string {
  const who = line.actor?.name ?? (line.via === 'system' ? 'Ibid' : 'nobody');
  const details = Object.entries(line.details).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? named(line, value) : JSON.stringify(value)}`,
  );
  const what = [line.target ? `${line.target.kind} ${named(line, line.target.id)}` : '', ...details];
  return withoutControls(
    `${String(line.seq).padStart(6)}  ${line.at}  ${line.outcome.padEnd(7)}  ${who} (${line.via}, ${line.address ?? '-'})  ${line.action}  ${what.filter(Boolean).join(' ')}`.trimEnd(),
  );
}

/** With its name, if the reader may see it. */
function named(line: AuditLine, id: string): string {
  const name = line.names[id];
  return name === undefined ? id : `${id} (${name})`;
}
