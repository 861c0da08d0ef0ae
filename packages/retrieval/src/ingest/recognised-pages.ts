import { packOcrPage } from '../ocr/ocr-page.js';
import type { OcrPages, OcrSettings } from '../ocr/index.js';
import type { ParseLimits } from '../parse/index.js';
import type { ReaderDown } from './prepare-reader.js';
import type { PrepareJob } from './prepared-document.js';

/** How a pool reads image-only pages. */
export interface PoolOcr {
  /** Called for each file with pages without text. Null: OCR is switched off. */
  settings: () => Promise<OcrSettings | null>;
  /** Where pages are stored, so an interrupted file continues there. */
  pages?: OcrPages | undefined;
}

/** How many pages are read before others get their turn at a reader. */
const PAGES_AT_ONCE = 16;
/** A full page takes a few seconds of CPU per language. A reader holds the file, the page and Tesseract. */
const PAGE_LIMITS = { cpuMilliseconds: 120_000, timeMilliseconds: 600_000, memoryMegabytes: 768 };

/** The limits for one page. */
export function pageLimits(limits: ParseLimits): ParseLimits {
  return {
    ...limits,
    ...PAGE_LIMITS,
    memoryMegabytes: Math.max(PAGE_LIMITS.memoryMegabytes, limits.memoryMegabytes),
  };
}

/**
 * KB-9: reads pages of one file by OCR, a few pages each in several readers, and stores each page at once. A page that
 * crashes its reader is recorded as such and costs only itself.
 */
export async function recogniseMissing(options: {
  missing: readonly number[];
  contentHash: string;
  /** Pages already read; new ones are added. */
  recognised: Map<number, Uint8Array>;
  settings: OcrSettings;
  pages: OcrPages | undefined;
  limits: ParseLimits;
  readers: number;
  /** Runs a reader on these pages. Rejects with `ReaderDown` if the file crashed it. */
  read: (
    job: Pick<PrepareJob, 'recognise' | 'limits'>,
    onPage: (page: number, packed: Uint8Array) => void,
  ) => Promise<void>;
  isDown: (error: unknown) => error is ReaderDown;
  onPages?: ((done: number, total: number) => void) | undefined;
  signal: AbortSignal | undefined;
}): Promise<void> {
  const { contentHash, recognised, settings, pages, signal } = options;
  const waiting = [...options.missing];
  const total = recognised.size + waiting.length;
  const keeping = new Set<Promise<void>>();
  const keep = (page: number, packed: Uint8Array): void => {
    recognised.set(page, packed);
    options.onPages?.(recognised.size, total);
    // An unavailable database must not block reading.
    const kept = pages?.keep(contentHash, page, packed).catch(() => {});
    if (kept) keeping.add(kept.finally(() => keeping.delete(kept)));
  };
  const limits = pageLimits(options.limits);
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      signal?.throwIfAborted();
      const own = waiting.splice(0, PAGES_AT_ONCE);
      try {
        await options.read({ recognise: { pages: own, settings }, limits }, keep);
      } catch (error) {
        if (signal?.aborted || !options.isDown(error)) throw error;
        const left = own.filter((page) => !recognised.has(page));
        const [bad, ...others] = left;
        if (bad !== undefined) keep(bad, packOcrPage({ paragraphs: [], languages: '', problem: error.code }));
        waiting.unshift(...others);
      }
    }
  };
  options.onPages?.(recognised.size, total);
  try {
    await Promise.all(
      Array.from({ length: Math.min(options.readers, Math.ceil(waiting.length / PAGES_AT_ONCE)) }, work),
    );
  } finally {
    await Promise.all(keeping);
  }
}
