import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../texts/texts.js';
import { findPassage } from './find-passage.js';
import type { PageWords } from '../api/items.js';
import { isBare } from './is-bare.js';
import { measuredShare } from './measured-share.js';
import { pageMarks } from './page-marks.js';
import type { PageMark } from './page-marks.js';
import { BlankPage } from './blank-page.js';
import { PageMarkBoxes } from './page-mark-boxes.js';
import { wordMarks } from './word-marks.js';

/** Height by width, until the page is known. */
const A4 = Math.SQRT2;

/** How much of the passage is on a page; null until the page is drawn. */
export type PassageFound = 'whole' | 'part' | 'none' | null;

/** One page at the available width, with the passage marked. Its text is available to screen readers. */
export function PdfPage(props: {
  document: PDFDocumentProxy;
  page: number;
  width: number;
  passage: string | null;
  /** KB-9: for a page without its own text. */
  wordsOf: (page: number) => Promise<PageWords>;
  onFound: (found: PassageFound) => void;
  onError: (error: unknown) => void;
}) {
  const { document, page, width, passage, wordsOf, onFound, onError } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const firstMark = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useState<{ marks: PageMark[]; text: string; height: number } | null>(null);
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    let current = true;
    let cancel = () => {};
    const draw = async () => {
      const shown = await document.getPage(page);
      const element = canvas.current;
      if (!current || element === null || width === 0) return;
      const scale = width / shown.getViewport({ scale: 1 }).width;
      const viewport = shown.getViewport({ scale });
      const content = await shown.getTextContent();
      const items = content.items.filter((item): item is TextItem => 'str' in item);
      const { words } = isBare(items) ? await wordsOf(page) : { words: [] };
      if (!current) return;
      const framed = wordMarks({ words, passage, width: viewport.width, height: viewport.height });
      const found =
        passage === null
          ? null
          : findPassage(
              items.map((item) => item.str),
              passage,
            );
      const marks =
        found === null
          ? framed.marks
          : pageMarks({ items, ranges: found.ranges, viewport, shareOf: measuredShare(content.styles) });
      const text =
        words.length > 0
          ? words.map((word) => word.text).join(' ')
          : items.map((item) => item.str + (item.hasEOL ? '\n' : '')).join('');
      setDrawn({ marks, text, height: viewport.height });
      onFound(found === null ? framed.found : found.whole ? 'whole' : 'part');
      const ratio = Math.min(window.devicePixelRatio || 1, 2);
      element.width = Math.floor(viewport.width * ratio);
      element.height = Math.floor(viewport.height * ratio);
      const task = shown.render({
        canvas: element,
        viewport,
        ...(ratio === 1 ? {} : { transform: [ratio, 0, 0, ratio, 0, 0] }),
      });
      cancel = () => task.cancel();
      await task.promise;
      if (!current) return;
      element.dataset['drawn'] = 'true';
      setShown(true);
    };
    onFound(null);
    setShown(false);
    draw().catch((error: unknown) => current && onError(error));
    return () => {
      current = false;
      cancel();
    };
  }, [document, page, width, passage, wordsOf, onFound, onError]);

  useEffect(() => {
    firstMark.current?.scrollIntoView({ block: 'center', inline: 'start' });
  }, [drawn]);

  return (
    <div
      className="relative mx-auto bg-white shadow-md"
      style={{ width, height: drawn?.height ?? width * A4 }}
      data-testid="pdf-page"
    >
      {/* Below the canvas, which is transparent until the first stroke. */}
      {isShown ? null : <BlankPage page={page} />}
      <canvas
        ref={canvas}
        className="relative block size-full"
        role="img"
        aria-label={texts.panel.page(page)}
        key={`${page}-${width}`}
      />
      <PageMarkBoxes marks={drawn?.marks ?? []} first={firstMark} />
      <p className="sr-only">{drawn?.text ?? ''}</p>
    </div>
  );
}
