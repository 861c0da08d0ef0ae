import { Link } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { useConversations } from '../api/conversations.js';
import { formatDay } from '../lib/format-day.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { QueryState } from '../ui/query-state.js';

/** The conversations of a project, newest first. */
export function ProjectConversations({ projectId }: { projectId: string }) {
  const conversations = useConversations({ projectId });
  return (
    <QueryState query={conversations}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        if (rows.length === 0) return <p className="text-sm text-soft">{texts.projects.noConversations}</p>;
        return (
          <>
            <ul className="flex flex-col" data-testid="project-conversations">
              {rows.map(({ id, title, updatedAt }) => (
                <li key={id} className="border-b last:border-b-0">
                  <Link
                    to="/c/$conversationId"
                    params={{ conversationId: id }}
                    className="flex items-center gap-3 rounded-lg px-2 py-2.5 hover:bg-panel"
                  >
                    <MessageSquare size={15} className="shrink-0 text-accent" />
                    <bdi className="min-w-0 flex-1 truncate font-serif">
                      {title || texts.navigation.untitled}
                    </bdi>
                    <span className="text-xs whitespace-nowrap text-soft">{formatDay(updatedAt)}</span>
                  </Link>
                </li>
              ))}
            </ul>
            {conversations.hasNextPage ? (
              <Button onClick={() => void conversations.fetchNextPage()}>{texts.common.loadMore}</Button>
            ) : null}
          </>
        );
      }}
    </QueryState>
  );
}
