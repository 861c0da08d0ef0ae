import { ArrowDown } from 'lucide-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message, MessageBranch } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { Skeleton } from '../ui/skeleton.js';
import { AssistantMessageView } from './assistant-message-view.js';
import { rowId } from './row-id.js';
import { UnseenTexts } from './unseen-texts.js';
import { UserMessageView } from './user-message-view.js';
import { useSearching } from './use-searching.js';
import { useStickToEnd } from './use-stick-to-end.js';
import { flushSync } from 'react-dom';

interface MessageListProps {
  branch: MessageBranch | undefined;
  conversationId: string;
}

/** The messages of the branch, or a placeholder while they load. */
export function MessageList(props: MessageListProps) {
  return <LoadedMessages key={props.conversationId} {...props} />;
}

/** Messages that had to be loaded are drawn bit by bit, which keeps the page responsive. */
function LoadedMessages({ branch, conversationId }: MessageListProps) {
  const isThere = branch !== undefined;
  const [isDrawn, setDrawn] = useState(isThere);
  useEffect(() => {
    if (isThere) startTransition(() => setDrawn(true));
  }, [isThere]);
  if (isThere && isDrawn) return <Messages messages={branch.messages} conversationId={conversationId} />;
  return (
    <div className="mx-auto min-h-0 w-full max-w-3xl flex-1 px-4 sm:px-6">
      <MessageSkeleton />
    </div>
  );
}

const userMessage = (message: Message | undefined) => (message?.role === 'user' ? message : null);

const estimatedHeight = (message: Message | undefined) => (message?.role === 'user' ? 110 : 420);

/** Up to this many messages, all are drawn. */
const allShown = 50;

/** In a longer conversation, only the messages near the viewport are drawn. */
function Messages({ messages, conversationId }: { messages: Message[]; conversationId: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const isSearching = useSearching(scroller);
  const isWhole = isPrinting || isSearching || messages.length <= allShown;
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimatedHeight(messages[index]),
    getItemKey: (index) => messages[index]?.id ?? index,
    // A conversation opens at its end, so its beginning is not drawn first.
    initialOffset: () => messages.reduce((sum, message) => sum + estimatedHeight(message), 0),
    // Until the list is in the document: without a size, nothing would be drawn the first time, and then everything at
    // once.
    initialRect: { width: 0, height: window.innerHeight },
    overscan: 2,
  });
  const { atEnd, scrollToEnd } = useStickToEnd(scroller);
  const ends = messages.at(-1)?.id;
  useLayoutEffect(() => {
    if (!isWhole) virtualizer.scrollToIndex(Math.max(0, messages.length - 1), { align: 'end' });
    scrollToEnd();
    // Always scroll to a new last message (sent, or another branch); other changes keep the position.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ends, conversationId]);

  const rows = virtualizer.getVirtualItems();
  const shown = isWhole ? messages.map((_, index) => ({ index, key: messages[index]?.id ?? index })) : rows;
  const before = isWhole ? 0 : (rows[0]?.start ?? 0);
  const after = isWhole ? 0 : virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0);
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
          {isWhole ? null : (
            <UnseenTexts messages={messages} from={rows[0]?.index ?? 0} to={rows.at(-1)?.index ?? -1} />
          )}
          {shown.map(({ index, key }) => {
            const message = messages[index];
            if (message === undefined) return null;
            return (
              <div
                key={String(key)}
                id={rowId(message)}
                data-index={index}
                ref={isWhole ? null : virtualizer.measureElement}
              >
                {message.role === 'user' ? (
                  <UserMessageView message={message} isLast={index === messages.length - 1} />
                ) : (
                  <AssistantMessageView
                    message={message}
                    isLast={index === messages.length - 1}
                    asked={userMessage(messages[index - 1])}
                  />
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
          className="no-print animate-appear absolute end-3 bottom-3 flex size-9 items-center justify-center rounded-full border bg-raised text-soft shadow-md hover:text-ink"
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

/** True while printing: everything must be in the document then, not just what is visible. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
