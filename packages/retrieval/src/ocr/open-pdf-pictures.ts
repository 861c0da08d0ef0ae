import type { PDFPageProxy } from 'pdfjs-dist';
import type { GreyPicture } from './grey-picture.js';
import { programFile, programModule } from './ocr-program.js';
import { pagePicture } from './page-picture.js';

/** The pictures of the pages of a PDF. */
export interface PdfPictures {
  /** Null: the page has none. Rejects where it has, and they cannot be opened. */
  picture(page: number): Promise<{ picture: GreyPicture; isPartial: boolean } | null>;
  close(): Promise<void>;
}

/**
 * With the library that shows PDFs on the page: the one that reads their text leaves out how faxes and scans are packed.
 * Nothing in the file is run and nothing is fetched for it.
 */
export async function openPdfPictures(bytes: Uint8Array): Promise<PdfPictures> {
  makeUpForOldNode();
  const { getDocument, OPS } = (await import(
    programModule('pdfjs-dist/pdf.min.mjs')
  )) as typeof import('pdfjs-dist');
  // Both libraries are of one family and look for their other half in the same place: each has to find its own.
  const place = globalThis as { pdfjsWorker?: unknown };
  const others = place.pdfjsWorker;
  place.pdfjsWorker = await import(programModule('pdfjs-dist/pdf.worker.min.mjs'));
  const task = getDocument({
    data: new Uint8Array(bytes),
    wasmUrl: programFile('pdfjs-dist/'),
    // Of what is larger it would say nothing. A picture that does not fit takes the reader with it, and its page is noted.
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

/** What the library takes for granted and Node 20 has not, and, where it looks for them alone, things of a browser. */
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
