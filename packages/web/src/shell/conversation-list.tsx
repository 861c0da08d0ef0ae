import { useConversations } from '../api/conversations.js';
import { messageOf } from '../api/api-error.js';
import { texts } from '../texts/texts.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { ConversationRow } from './conversation-row.js';
import type { Conversation } from '../api/types.js';
import { groupByAge } from './group-by-age.js';

const pinnedGroup = (rows: Conversation[]) =>
  rows.length === 0 ? [] : [{ label: texts.navigation.pinned, rows }];

export function ConversationList({ query }: { query: string }) {
  const pinned = useConversations({ query, pinned: true });
  const conversations = useConversations({ query, pinned: false });
  const kept = pinned.data?.pages.flatMap((page) => page.rows) ?? [];
  const rows = conversations.data?.pages.flatMap((page) => page.rows) ?? [];
  const titles = [...kept, ...rows].map(({ title }) => title);
  const repeated = new Set(titles.filter((title, place) => titles.indexOf(title) !== place));
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {conversations.isPending ? (
        <div className="px-2 pt-3">
          <SkeletonRows rows={6} />
        </div>
      ) : null}
      {conversations.isError ? (
        <p className="px-3 py-2 text-sm text-soft">{messageOf(conversations.error)}</p>
      ) : null}
      {conversations.isSuccess && rows.length + kept.length === 0 ? (
        <p className="px-3 py-2 text-sm text-soft">
          {query === '' ? texts.navigation.noConversations : texts.navigation.noMatches}
        </p>
      ) : null}
      {[...pinnedGroup(kept), ...groupByAge(rows, new Date())].map((group) => (
        <section key={group.label} aria-label={group.label}>
          <h2 className="px-2.5 pt-4 pb-1 text-xs font-medium text-soft">{group.label}</h2>
          <ul>
            {group.rows.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                dated={repeated.has(conversation.title)}
              />
            ))}
          </ul>
        </section>
      ))}
      {conversations.hasNextPage ? (
        <button
          type="button"
          disabled={conversations.isFetchingNextPage}
          onClick={() => void conversations.fetchNextPage()}
          className="mt-2 w-full rounded-lg px-2.5 py-2 text-start text-sm text-soft hover:bg-raised hover:text-ink"
        >
          {texts.common.loadMore}
        </button>
      ) : null}
    </div>
  );
}
