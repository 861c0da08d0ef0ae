/** A place in a list ordered by time and id, as an opaque string for clients. */
export interface ListPosition {
  time: string;
  id: string;
}

function encodeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify([position.time, position.id])).toString('base64url');
}

/** Null for anything that is not a cursor of ours: the list then starts at its beginning. */
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

/** Some rows of a list, and the way to the next ones. */
export interface RowPage<Row> {
  rows: Row[];
  cursor: string | null;
}

/** Cuts the one row that was asked for in addition, to know whether there is more. */
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
