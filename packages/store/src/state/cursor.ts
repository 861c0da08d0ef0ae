import { IbidError } from '@ibid/core';

/** A position in a list ordered by time and id, encoded as an opaque string for clients. */
export interface ListPosition {
  time: string;
  id: string;
}

function encodeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify([position.time, position.id])).toString('base64url');
}

/** A client with a cursor that is not ours would otherwise get the beginning again, or nothing, and not notice. */
export class InvalidCursor extends IbidError {
  readonly code = 'invalid_cursor';

  constructor() {
    super('This is not a cursor of this list. Send the `cursor` that the page before it gave, or none.');
  }
}

/** Null: from the beginning. */
export function decodeCursor(cursor: string | null | undefined): ListPosition | null {
  if (!cursor) return null;
  const parsed = parsedOrNull(Buffer.from(cursor, 'base64url').toString('utf8'));
  const [time, id] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  if (typeof time !== 'string' || typeof id !== 'string') throw new InvalidCursor();
  return { time, id };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** For lists whose cursor is the number of a row; 0: from the beginning. */
export function decodeRowCursor(cursor: string | null | undefined, radix: number): number {
  if (!cursor) return 0;
  const row = Number.parseInt(cursor, radix);
  if (!Number.isSafeInteger(row) || row <= 0 || row.toString(radix) !== cursor) throw new InvalidCursor();
  return row;
}

/** A page of rows, with a cursor to the next. */
export interface RowPage<Row> {
  rows: Row[];
  cursor: string | null;
}

/** Cuts off the one extra row that was requested to learn whether there are more. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => ListPosition,
): RowPage<Row> {
  const last = rows[limit - 1];
  return {
    rows: rows.slice(0, limit),
    cursor: rows.length > limit && last ? encodeCursor(position(last)) : null,
  };
}
