import { kindNeverRead } from '../ingest/ignore-rules.js';
import type { ConnectorEvent } from './connector.js';

/** Skips files of kinds that are never read (pictures, programs), and reports their number at the end. */
export class LeftOutKinds {
  readonly #counts = new Map<string, number>();

  skips(path: string): boolean {
    const kind = kindNeverRead(path);
    if (kind !== null) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    return kind !== null;
  }

  *notes(): Generator<ConnectorEvent> {
    if (this.#counts.size === 0) return;
    const kinds = [...this.#counts].map(([kind, count]) => `${count} ${kind}`);
    yield {
      type: 'note',
      text: `Left out, because Ibid does not read these file types: ${kinds.join(', ')}.`,
    };
  }
}
