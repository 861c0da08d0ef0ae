import type { PDFDocumentProxy } from 'pdfjs-dist';
import * as pdf from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- made by Vite: the address of the file.
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Most pixels of one picture in a document: larger ones are left out, not allowed to take the page down. */
const largestImage = 50_000_000;

/** Reads a PDF in a worker of this origin. Nothing in it is run, and nothing is fetched for it. */
export function openPdf(bytes: ArrayBuffer): { document: Promise<PDFDocumentProxy>; close: () => void } {
  pdf.GlobalWorkerOptions.workerSrc = workerAddress;
  const task = pdf.getDocument({
    data: bytes,
    // The page's policy lets no WebAssembly be compiled.
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: largestImage,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  return { document: task.promise, close: () => void task.destroy() };
}
