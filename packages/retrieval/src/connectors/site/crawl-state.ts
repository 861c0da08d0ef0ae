import { z } from 'zod';

/** The progress of a crawl, kept as the cursor of a checkpoint. */
const CrawlStateSchema = z.object({
  start: z.string(),
  queue: z.array(z.object({ url: z.string(), depth: z.number() })),
  seen: z.array(z.string()),
  fetched: z.number(),
  /** Something was left out that may still exist, so nothing counts as deleted. */
  hasGaps: z.boolean(),
});

type Entry = z.infer<typeof CrawlStateSchema>['queue'][number];

/** Links wait in the order they were found, so pages near the start come first. */
const MOST_WAITING = 20_000;

export class CrawlState {
  readonly #start: string;
  readonly #queue: Entry[] = [];
  #next = 0;
  readonly #seen = new Set<string>();
  fetched = 0;
  hasGaps = false;

  constructor(start: string, cursor: string | null) {
    this.#start = start;
    const found = cursor === null ? null : readState(cursor);
    // A different start page means a different site.
    if (found?.start !== start) {
      this.add(start, 0);
      return;
    }
    this.#queue.push(...found.queue);
    for (const url of found.seen) this.#seen.add(url);
    this.fetched = found.fetched;
    this.hasGaps = found.hasGaps;
  }

  get waiting(): number {
    return this.#queue.length - this.#next;
  }

  add(url: string, depth: number): void {
    if (this.#seen.has(url)) return;
    if (this.waiting >= MOST_WAITING) {
      this.hasGaps = true;
      return;
    }
    this.#seen.add(url);
    this.#queue.push({ url, depth });
  }

  take(): Entry | null {
    const entry = this.#queue[this.#next];
    if (!entry) return null;
    this.#next += 1;
    return entry;
  }

  toCursor(): string {
    const state: z.infer<typeof CrawlStateSchema> = {
      start: this.#start,
      queue: this.#queue.slice(this.#next),
      seen: [...this.#seen],
      fetched: this.fetched,
      hasGaps: this.hasGaps,
    };
    return JSON.stringify(state);
  }
}

function readState(cursor: string): z.infer<typeof CrawlStateSchema> | null {
  try {
    return CrawlStateSchema.parse(JSON.parse(cursor));
  } catch {
    return null;
  }
}
