import { memo, startTransition, useEffect, useState } from 'react';
import type { Message } from '../api/types.js';
import { rowId } from './row-id.js';

/**
 * The plain text of the messages outside `from` to `to`, which are not drawn. It is neither visible nor read aloud, but
 * the browser's search finds it if it supports `hidden="until-found"`.
 */
export function UnseenTexts({ messages, from, to }: { messages: Message[]; from: number; to: number }) {
  const isIdle = useIdle();
  if (!isIdle) return null;
  return messages.map((message, index) =>
    index >= from && index <= to ? null : <UnseenText key={message.id} message={message} />,
  );
}

/** The id of the row whose hidden text the browser is about to show, or null. */
export function foundRow({ target }: Event): string | null {
  return target instanceof HTMLElement ? (target.dataset['unseen'] ?? null) : null;
}

const UnseenText = memo(function UnseenText({ message }: { message: Message }) {
  return (
    <div ref={hideUntilFound} data-unseen={rowId(message)}>
      {textOf(message)}
    </div>
  );
});

const hideUntilFound = (element: HTMLElement | null) => element?.setAttribute('hidden', 'until-found');

function textOf(message: Message): string {
  if (message.role === 'user') return message.text;
  return message.view.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join(' ');
}

/** False until the browser is idle for the first time. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const begin = () => startTransition(() => setIdle(true));
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(begin, 500);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(begin);
    return () => cancelIdleCallback(request);
  }, []);
  return idle;
}
