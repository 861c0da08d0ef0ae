import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

/** Milliseconds before the next try. A laptop that changes its network loses what it was fetching just then. */
const PAUSES = [300, 2_000];

/** Fetches a part of the page's code; tries again before it gives up. */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of PAUSES) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}

/** A component whose code is fetched when it is first shown. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await fetchPart(load) }));
}
