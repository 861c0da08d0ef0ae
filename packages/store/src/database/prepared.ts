import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/**
 * Begins a statement that PostgreSQL should plan once for each connection and then keep. For statements whose text
 * depends on the shape of a question only, with everything that varies in parameters.
 */
export const PREPARED = '/* prepared */';

/** A connection keeps its plans until it ends; shapes beyond this are planned again each time. */
const MOST_STATEMENTS = 64;

/** Names the statements of one connection. */
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
