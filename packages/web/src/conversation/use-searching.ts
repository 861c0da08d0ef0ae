import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { foundRow } from './unseen-texts.js';

/** Where a found message comes to stand below the top of the list, so that what was asked shows above it. */
const FOUND_BELOW_TOP = 80;

/**
 * True once somebody uses the browser's own search: all messages are drawn from then on. They may press its keys, and
 * the message in view stays where it is; or the search, begun from a menu, finds the text of a message that is not
 * drawn, and that message comes into view.
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
      // What is typed meanwhile comes first.
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
