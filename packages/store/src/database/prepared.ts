import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/**
 * Prefix of a statement that PostgreSQL should plan once per connection and keep. For statements whose text depends
 * only on the shape of a query, with everything variable in parameters.
 */
export const PREPARED = '/* prepared */';

/** A connection keeps its plans until it ends. Statements beyond this number are planned each time. */
const MOST_STATEMENTS = 64;

/** Assigns names to the prepared statements of one connection. */
export function createPreparer(): (text: string, values: unknown[]) => QueryConfig {
  const names = new Map<string, string>();
  return (text, values) => {
    let name = names.get(text);
    if (name === undefined && names.size < MOST_STATEMENTS) {
      name = `ibid_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
      names.set(text, name);
    }
    return name === undefined ? { text, values } : { name, text, values };
  };
}
