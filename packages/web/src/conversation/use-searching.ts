import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { foundRow } from './unseen-texts.js';

/** Distance of a found message from the top of the list, so the question above it is visible. */
const FOUND_BELOW_TOP = 80;

/**
 * True once the user searches with the browser: all messages are drawn from then on. With the keyboard shortcut, the
 * message in view stays in place. If a search from the menu finds hidden text of an undrawn message, that message
 * scrolls into view.
 */
export function useSearching(scroller: RefObject<HTMLDivElement | null>): boolean {
  const [searching, setSearching] = useState(false);
  const kept = useRef<{ id: string; top: number } | null>(null);
  useEffect(() => {
    const list = scroller.current;
    const topOfList = () => list?.getBoundingClientRect().top ?? 0;
    const pressed = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key !== 'F3' && !((ctrlKey || metaKey) && key.toLowerCase() === 'f')) return;
      const first = [...(list?.querySelectorAll('[data-index]') ?? [])].find(
        (row) => row.getBoundingClientRect().bottom > topOfList(),
      );
      kept.current = first ? { id: first.id, top: first.getBoundingClientRect().top } : null;
      // Typing takes precedence.
      startTransition(() => setSearching(true));
    };
    const found = (event: Event) => {
      const id = foundRow(event);
      if (id === null) return;
      kept.current = { id, top: topOfList() + FOUND_BELOW_TOP };
      setSearching(true);
    };
    window.addEventListener('keydown', pressed);
    list?.addEventListener('beforematch', found);
    return () => {
      window.removeEventListener('keydown', pressed);
      list?.removeEventListener('beforematch', found);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    if (!searching || kept.current === null) return;
    const row = document.getElementById(kept.current.id);
    if (row) scroller.current?.scrollBy(0, row.getBoundingClientRect().top - kept.current.top);
  }, [searching, scroller]);
  return searching;
}
