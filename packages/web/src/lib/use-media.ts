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

/** Below this width the sidebar and the side panel cover the page instead of standing beside it. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 899px)');
}
