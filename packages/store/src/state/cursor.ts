/** A position in a list ordered by time and id, encoded as an opaque string for clients. */
export interface ListPosition {
  time: string;
  id: string;
}

function encodeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify([position.time, position.id])).toString('base64url');
}

/** Null if the string is not one of our cursors; the list then starts at its beginning. */
export function decodeCursor(cursor: string | null | undefined): ListPosition | null {
  if (!cursor) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed)) return null;
    const [time, id] = parsed as unknown[];
    return typeof time === 'string' && typeof id === 'string' ? { time, id } : null;
  } catch {
    return null;
  }
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
