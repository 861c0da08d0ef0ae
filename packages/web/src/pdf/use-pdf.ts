import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { fetchOriginal } from '../api/originals.js';

export interface OpenedPdf {
  document: PDFDocumentProxy | null;
  error: unknown;
}

/** The original of an item as a PDF; closed when no longer shown. */
export function usePdf(itemId: string, chunk?: string): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>({ document: null, error: null });
  useEffect(() => {
    const abort = new AbortController();
    let close = () => {};
    setOpened({ document: null, error: null });
    const open = async () => {
      const [bytes, { openPdf }] = await Promise.all([
        fetchOriginal(itemId, chunk, abort.signal),
        import('./open-pdf.js'),
      ]);
      if (abort.signal.aborted) return;
      const task = openPdf(bytes);
      close = task.close;
      const document = await task.document;
      if (!abort.signal.aborted) setOpened({ document, error: null });
    };
    open().catch((error: unknown) => {
      if (!abort.signal.aborted) setOpened({ document: null, error });
    });
    return () => {
      abort.abort();
      close();
    };
  }, [itemId, chunk]);
  return opened;
}
