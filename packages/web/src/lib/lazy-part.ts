import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

/** Milliseconds before a retry. A laptop that switches networks loses running requests. */
const PAUSES = [300, 2_000];

/** Loads a part of the page's code, with retries. */
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

/** A component whose code is loaded when first shown. */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await fetchPart(load) }));
}
