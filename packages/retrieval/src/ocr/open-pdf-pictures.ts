import type { PDFPageProxy } from 'pdfjs-dist';
import type { GreyPicture } from './grey-picture.js';
import { programFile, programModule } from './ocr-program.js';
import { pagePicture } from './page-picture.js';

export interface PdfPictures {
  /** Null: the page has no picture. Rejects if it has, but none can be opened. */
  picture(page: number): Promise<{ picture: GreyPicture; isPartial: boolean } | null>;
  close(): Promise<void>;
}

/**
 * Uses the library that shows PDFs on the page, because the one that extracts text lacks decoders for faxes and scans.
 * Nothing in the file is executed, and nothing is downloaded for it.
 */
export async function openPdfPictures(bytes: Uint8Array): Promise<PdfPictures> {
  makeUpForOldNode();
  const { getDocument, OPS } = (await import(
    programModule('pdfjs-dist/pdf.min.mjs')
  )) as typeof import('pdfjs-dist');
  // Both libraries belong to one family and look for their worker in the same global. Each must find its own.
  const place = globalThis as { pdfjsWorker?: unknown };
  const others = place.pdfjsWorker;
  place.pdfjsWorker = await import(programModule('pdfjs-dist/pdf.worker.min.mjs'));
  const task = getDocument({
    data: new Uint8Array(bytes),
    wasmUrl: programFile('pdfjs-dist/'),
    // With a limit, larger pictures would be skipped silently. Without one, a picture that is too large crashes the
    // reader, and its page is recorded.
    maxImageSize: -1,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  const pdf = await task.promise.finally(() => (place.pdfjsWorker = others));
  return {
    picture: async (number) => {
      const page: PDFPageProxy = await pdf.getPage(number);
      try {
        return await pagePicture(page, OPS);
      } finally {
        page.cleanup();
      }
    },
    close: () => task.destroy(),
  };
}

/** Polyfills for Node 20, and for browser globals whose existence the library checks. */
function makeUpForOldNode(): void {
  const globals = globalThis as { DOMMatrix?: unknown; Path2D?: unknown; ImageData?: unknown };
  for (const name of ['DOMMatrix', 'Path2D', 'ImageData'] as const) globals[name] ??= class {};
  const promises = Promise as { withResolvers?: () => unknown };
  promises.withResolvers ??= () => {
    let settle: Record<string, unknown> = {};
    const promise = new Promise((resolve, reject) => (settle = { resolve, reject }));
    return { promise, ...settle };
  };
  const addresses = URL as { parse?: (address: string, base?: string) => URL | null };
  addresses.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null);
}
