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

/** Below this width the side panel covers the page. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 899px)');
}

/** Below this width there is no room for sidebar, conversation and document together, so the sidebar is a drawer. */
export function useHasDrawer(): boolean {
  return useMedia('(max-width: 1099px)');
}
