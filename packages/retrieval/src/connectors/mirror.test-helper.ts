import type { Connector, ConnectorItem, ConnectorKind, ConnectorNetwork } from './connector.js';
import { ConnectorError, type ConnectorProblem } from './connector-error.js';

/** In these tests, loopback stands for the internet. */
export const openNetwork: ConnectorNetwork = {
  fetch: (url, init) => fetch(url, init as RequestInit),
  addressOf: async () => '127.0.0.1',
};

/** Opens a connector as the product does: settings are validated and completed first. */
export function openKind(
  kind: ConnectorKind,
  settings: Record<string, unknown>,
  network: ConnectorNetwork = openNetwork,
): Promise<Connector> {
  return kind.open(kind.settings.parse(settings), { network, signal: new AbortController().signal });
}

interface Kept {
  item: ConnectorItem;
  text: string;
}

/** Follows a source only by the documented contract of connectors. */
export class Mirror {
  readonly kept = new Map<string, Kept>();
  cursor: string | null = null;
  /** In the last run. */
  reads: string[] = [];
  notes: string[] = [];
  failures: string[] = [];
  complete = false;

  /** `stopAfter`: kills the run after this many reads. */
  async run(connector: Connector, options: { stopAfter?: number; maxBytes?: number } = {}): Promise<void> {
    const { signal } = new AbortController();
    this.reads = [];
    this.notes = [];
    this.failures = [];
    const named = new Set<string>();
    const known = async (id: string) => {
      const kept = this.kept.get(id);
      return kept ? { revision: kept.item.revision, memo: kept.item.memo ?? null } : null;
    };
    const list = connector.list({ cursor: this.cursor, known, signal });
    for (;;) {
      const { done, value } = await list.next();
      if (done) {
        this.cursor = value.cursor;
        this.complete = value.complete;
        if (value.complete) for (const id of this.kept.keys()) if (!named.has(id)) this.kept.delete(id);
        return;
      }
      if (value.type === 'note') this.notes.push(value.text);
      if (value.type === 'gone') this.kept.delete(value.id);
      if (value.type !== 'item') continue;
      const { item } = value;
      named.add(item.id);
      if (this.kept.get(item.id)?.item.revision === item.revision) continue;
      if (this.reads.length === options.stopAfter) {
        await list.return({ cursor: null, complete: false });
        return;
      }
      this.reads.push(item.name);
      try {
        const { bytes } = await connector.read(item, { signal, maxBytes: options.maxBytes ?? 1_000_000 });
        this.kept.set(item.id, { item, text: Buffer.from(bytes).toString() });
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.problem === 'away') throw error;
        if (error.problem === 'gone' || error.problem === 'refused') this.kept.delete(item.id);
        this.failures.push(`${item.name}: ${error.problem}: ${error.message}`);
      }
    }
  }

  get texts(): Record<string, string> {
    return Object.fromEntries(
      [...this.kept.values()].map(({ item, text }) => [item.path ?? item.name, text]),
    );
  }
}

/** The kind of failure, and its message. */
export async function failureOf(
  work: Promise<unknown>,
): Promise<{ problem: ConnectorProblem; message: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ConnectorError) return { problem: error.problem, message: error.message };
    throw error;
  }
  throw new Error('It did not fail.');
}
