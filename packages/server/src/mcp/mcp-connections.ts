import type { Services } from '../services.js';

type Owner = Services['settings'];

/**
 * Connections to MCP servers, by the Ibid server that made them. In a separate file, so closing does not load the
 * client.
 */
const open = new WeakMap<Owner, Set<() => Promise<void>>>();

export function closeWithServer(owner: Owner, close: () => Promise<void>): void {
  const known = open.get(owner) ?? new Set();
  known.add(close);
  open.set(owner, known);
}

/** Processes started for tools end with the server. */
export async function closeMcpConnections(owner: Owner): Promise<void> {
  const closing = [...(open.get(owner) ?? [])].map((close) => close().catch(() => {}));
  open.delete(owner);
  await Promise.all(closing);
}
