import { originItemId } from '@ibid/core/internal';
import { hiddenItems } from '@ibid/store/internal';
import type { Conversation, SourceTrace } from '@ibid/store/internal';
import type { Viewer } from '@ibid/retrieval';
import type { Services } from '../services.js';
import { conversationBaseId } from '../turns/choose-knowledge.js';
import { WITHHELD } from './withheld.js';

/** What is hidden from a user in a conversation; null if nothing is. */
export interface Withholding {
  hides: (itemId: string) => boolean;
  /** Whether a file was made from such an item. */
  hidesFile: (fileId: string) => boolean;
  /**
   * Whether this message and its results may contain text of a hidden item. Never before the first turn that had it.
   */
  mayBeIn: (messageId: string | null) => boolean;
  /** Whether that text may have been present when the turn of this message began. */
  mayBeBefore: (messageId: string) => boolean;
}

/**
 * Uses current rights: a source that was withdrawn, deleted or never visible to a user is withheld, even in their own
 * conversation. Files attached to the conversation are part of it.
 */
export async function withholdingFor(
  services: Pick<Services, 'sources' | 'database' | 'turns'>,
  viewer: Viewer,
  conversation: Pick<Conversation, 'id' | 'ownerId'>,
): Promise<Withholding | null> {
  const traces = (await services.sources.traces(conversation.id)).map((trace) => ({
    ...trace,
    itemId: originItemId(trace.itemId),
  }));
  const itemIds = traces.map(({ itemId }) => itemId);
  const hidden = await hiddenItems({
    db: services.database.db,
    viewer,
    itemIds,
    exceptIn: conversationBaseId(conversation.id),
  });
  for (const itemId of await clearedItems(services, traces, hidden)) hidden.delete(itemId);
  for (const itemId of toldSince(traces, hidden)) hidden.add(itemId);
  // What a running turn finds is not listed yet, so it is hidden from everyone but its owner until then.
  const isStranger = viewer.userId !== conversation.ownerId;
  const running = isStranger ? await services.turns.running(conversation.id) : null;
  if (hidden.size === 0 && !running) return null;
  const known = new Set(itemIds);
  const places = await placesOf(services, conversation.id, {
    traces: traces.filter(({ itemId }) => hidden.has(itemId)),
    running: running?.createdAt ?? null,
  });
  const hides = (itemId: string) => {
    const origin = originItemId(itemId);
    return hidden.has(origin) || (running !== null && !known.has(origin));
  };
  // While a turn runs, files that its owner attached may be hidden as well.
  const looked = { itemIds: hidden, ownerId: running === null ? null : conversation.ownerId };
  return { hides, hidesFile: await filesHiddenBy(services, hides, looked), ...places };
}

/** Files contain the text of the items they were made from. Checks those made from `itemIds`, and all of one user's. */
export async function filesHiddenBy(
  { database }: Pick<Services, 'database'>,
  hides: (itemId: string) => boolean,
  { itemIds, ownerId = null }: { itemIds: ReadonlySet<string>; ownerId?: string | null },
): Promise<Withholding['hidesFile']> {
  const rows = await database.db
    .selectFrom('files')
    .select(['id', 'item_id'])
    .where('item_id', 'is not', null)
    .where((eb) => eb.or([eb('item_id', 'in', ['', ...itemIds]), eb('owner_id', '=', ownerId ?? '')]))
    .execute();
  const hidden = new Set(rows.flatMap(({ id, item_id: itemId }) => (hides(itemId ?? '') ? id : [])));
  return (fileId) => hidden.has(fileId);
}

/** Sources outside the knowledge bases: output of third-party tools, and web pages. */
const FROM_OUTSIDE = /^(?:tool|web)_/u;

/**
 * External sources since the first turn that had a hidden item: the model may have passed what it read to a tool, or
 * put it into an address, and the tool may have repeated it.
 */
export function toldSince(traces: readonly SourceTrace[], hidden: ReadonlySet<string>): string[] {
  const [first] = traces.flatMap(({ itemId, since }) => (hidden.has(itemId) ? (since ?? '') : [])).toSorted();
  if (first === undefined) return [];
  return traces.flatMap(({ itemId, since }) =>
    FROM_OUTSIDE.test(itemId) && (since === null || since >= first) ? itemId : [],
  );
}

/** Turns run one after another, so those before the first with a hidden item cannot contain its text. */
export async function placesOf(
  services: Pick<Services, 'sources'>,
  conversationId: string,
  { traces, running = null }: { traces: readonly SourceTrace[]; running?: string | null },
): Promise<Pick<Withholding, 'mayBeIn' | 'mayBeBefore'>> {
  const since = [...traces.map((trace) => trace.since ?? ''), ...(running === null ? [] : [running])];
  const first = since.toSorted()[0] ?? '';
  const messages = first === '' ? [] : await services.sources.messagesUntil(conversationId, first);
  const clear = new Set(messages.filter(({ began }) => began < first).map(({ id }) => id));
  const isFound = first !== running && traces.every((trace) => trace.since !== first || trace.isFound);
  const clearAtFirst = new Set(isFound ? messages.map(({ id }) => id) : clear);
  return {
    mayBeIn: (messageId) => messageId === null || !clear.has(messageId),
    mayBeBefore: (messageId) => !clearAtFirst.has(messageId),
  };
}

/** ORG-3: deleted items whose text was removed from this conversation. Anything newer never had it. */
async function clearedItems(
  { database }: Pick<Services, 'database'>,
  traces: readonly SourceTrace[],
  hidden: ReadonlySet<string>,
): Promise<string[]> {
  const read = new Set(traces.flatMap(({ itemId, title }) => (title === null ? itemId : [])));
  const marked = traces.filter(
    ({ itemId, title }) => title === WITHHELD && hidden.has(itemId) && !read.has(itemId),
  );
  if (marked.length === 0) return [];
  const rows = await database.db
    .selectFrom('deleted_items')
    .select('id')
    .where(
      'id',
      'in',
      marked.map(({ itemId }) => itemId),
    )
    .execute();
  return rows.map(({ id }) => id);
}
