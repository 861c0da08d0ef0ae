import type { PDFDocumentProxy } from 'pdfjs-dist';
import * as pdf from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- made by Vite: the address of the file.
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Maximum pixels of one image in a document: larger ones are left out, so they cannot crash the page. */
const largestImage = 50_000_000;

/** Opens a PDF in a worker of this origin. Nothing in it is executed or fetched. */
export function openPdf(bytes: ArrayBuffer): { document: Promise<PDFDocumentProxy>; close: () => void } {
  pdf.GlobalWorkerOptions.workerSrc = workerAddress;
  const task = pdf.getDocument({
    data: bytes,
    // The page's Content-Security-Policy does not allow WebAssembly.
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: largestImage,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  return { document: task.promise, close: () => void task.destroy() };
}
