import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PanelContent, PanelState } from './panel-context.js';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The side panel was opened here: going back closes it. */
    panel?: boolean;
  }
}

/** The side panel of a page. Opening it adds a history entry, so Back closes it and stays on the page. */
export function usePanelState(): PanelState {
  const [content, setContent] = useState<PanelContent | null>(null);
  const router = useRouter();
  const marked = useRouterState({ select: ({ location }) => location.state.panel === true });
  const was = useRef(marked);
  useEffect(() => {
    if (was.current && !marked) setContent(null);
    was.current = marked;
  }, [marked]);
  return useMemo(
    () => ({
      content,
      open: (next) => {
        setContent(next);
        if (router.history.location.state.panel !== true)
          router.history.push(router.history.location.href, { panel: true });
      },
      close: () => {
        setContent(null);
        if (router.history.location.state.panel === true) router.history.back();
      },
    }),
    [content, router],
  );
}
