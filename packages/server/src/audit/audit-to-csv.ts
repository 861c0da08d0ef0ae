import type { AuditLine } from '@ibid/store/internal';

const COLUMNS = [
  'seq',
  'at',
  'actor_id',
  'actor_name',
  'via',
  'address',
  'action',
  'target_kind',
  'target_id',
  'outcome',
  'details',
  'previous_hash',
  'hash',
] as const;

export const auditCsvHeader = `${COLUMNS.join(',')}\r\n`;

export function auditToCsv(line: AuditLine): string {
  const values: Record<(typeof COLUMNS)[number], string | number | null | undefined> = {
    seq: line.seq,
    at: line.at,
    actor_id: line.actor?.id,
    actor_name: line.actor?.name,
    via: line.via,
    address: line.address,
    action: line.action,
    target_kind: line.target?.kind,
    target_id: line.target?.id,
    outcome: line.outcome,
    details: JSON.stringify(line.details),
    previous_hash: line.previousHash,
    hash: line.hash,
  };
  return `${COLUMNS.map((column) => cell(values[column])).join(',')}\r\n`;
}

/** Escapes cells: a name such as `=1+1` must stay text in a spreadsheet. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = /^\s*[=+\-@\t\r|]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
