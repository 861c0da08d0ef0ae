import { ArrowDown } from 'lucide-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import type { Message, MessageBranch } from '../api/types.js';
import { texts } from '../texts/en.js';
import { Skeleton } from '../ui/skeleton.js';
import { AssistantMessage } from './assistant-message.js';
import { UserMessage } from './user-message.js';
import { usePrinting } from './use-printing.js';
import { useStickToEnd } from './use-stick-to-end.js';

const noMessages: Message[] = [];

/** The messages of the branch. Only those near the window are in the document, whatever the conversation's length. */
export function MessageList({
  branch,
  conversationId,
}: {
  branch: MessageBranch | undefined;
  conversationId: string;
}) {
  const messages = branch?.messages ?? noMessages;
  const scroller = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (messages[index]?.role === 'user' ? 110 : 420),
    getItemKey: (index) => messages[index]?.id ?? index,
    overscan: 4,
  });
  const { atEnd, scrollToEnd } = useStickToEnd(scroller);
  const started = branch !== undefined;
  const ends = messages.at(-1)?.id;
  useLayoutEffect(() => {
    if (!started) return;
    virtualizer.scrollToIndex(Math.max(0, messages.length - 1), { align: 'end' });
    scrollToEnd();
    // A new last message (sent, or another branch) is always brought into view; other changes leave the place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [started, ends, conversationId]);

  const rows = virtualizer.getVirtualItems();
  const shown = printing ? messages.map((_, index) => ({ index, key: index })) : rows;
  const before = printing ? 0 : (rows[0]?.start ?? 0);
  const after = printing ? 0 : virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0);
  return (
    <div className="print-flow relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label={texts.conversation.messages}
        aria-live="off"
        tabIndex={0}
        data-testid="messages"
        className="print-flow scroll-quiet h-full overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div
          className="mx-auto w-full max-w-3xl px-4 pb-8 sm:px-6"
          style={{ paddingTop: before, paddingBottom: after + 32 }}
        >
          {started ? null : <MessageSkeleton />}
          {shown.map(({ index, key }) => {
            const message = messages[index];
            if (message === undefined) return null;
            return (
              <div key={String(key)} data-index={index} ref={printing ? null : virtualizer.measureElement}>
                {message.role === 'user' ? (
                  <UserMessage message={message} />
                ) : (
                  <AssistantMessage message={message} isLast={index === messages.length - 1} />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {atEnd ? null : (
        <button
          type="button"
          onClick={scrollToEnd}
          aria-label={texts.conversation.jumpToEnd}
          className="no-print animate-appear absolute bottom-3 left-1/2 flex size-9 -translate-x-1/2 items-center justify-center rounded-full border bg-raised text-soft shadow-md hover:text-ink"
        >
          <ArrowDown size={17} />
        </button>
      )}
    </div>
  );
}

function MessageSkeleton() {
  return (
    <div className="flex flex-col gap-4 pt-8" role="status" aria-label={texts.common.loading}>
      <Skeleton className="h-12 w-2/3 self-end rounded-2xl" />
      <Skeleton className="h-5" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-3/4" />
    </div>
  );
}
