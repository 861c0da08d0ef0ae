import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Below this width the side panel covers the page instead of standing beside it. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 899px)');
}

/** Below this width a conversation, a document and the sidebar have no room beside each other: it opens over the page. */
export function useHasDrawer(): boolean {
  return useMedia('(max-width: 1099px)');
}
