import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchPageWords } from '../api/items.js';
import { messageOf } from '../api/api-error.js';
import { useIsNarrow } from '../lib/use-media.js';
import { useWidth } from '../lib/use-width.js';
import { Pager } from '../panel/pager.js';
import { Quote } from '../panel/quote.js';
import { texts } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { FindField } from '../panel/find-field.js';
import { findPage } from './find-page.js';
import { PdfPage } from './pdf-page.js';
import type { PassageFound } from './pdf-page.js';
import { PageZoom } from './page-zoom.js';
import { usePdf } from './use-pdf.js';

const margin = 32;
const phoneZoom = 1.75;

/** The rendered PDF at the page of the passage; says so if the passage cannot be marked. */
export function PdfView(props: {
  itemId: string;
  /** The version of the document from which this chunk was read (KB-11). */
  chunk?: string | undefined;
  page: number;
  passage: string | null;
  /** The passage is a citation: say so if it cannot be shown. */
  cited: boolean;
}) {
  const { document, error } = usePdf(props.itemId, props.chunk);
  const [page, setPage] = useState(props.page);
  const narrow = useIsNarrow();
  // A page as narrow as a phone is unreadable.
  const [zoom, setZoom] = useState(narrow ? phoneZoom : 1);
  // Another passage of the same document: change the page, keep the document open.
  useEffect(() => setPage(props.page), [props.page, props.passage]);
  const [found, setFound] = useState<PassageFound>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const room = useRef<HTMLDivElement>(null);
  const width = useWidth(room) - margin;
  const onFound = useCallback((next: PassageFound) => setFound(next), []);
  const { itemId, chunk } = props;
  const wordsOf = useCallback((one: number) => fetchPageWords(itemId, one, chunk), [itemId, chunk]);
  const failed = error ?? problem;
  const near = page >= props.page && page <= props.page + 1 ? props.passage : null;
  const [sought, setSought] = useState<string | null>(null);
  useEffect(() => setSought(null), [props.passage]);
  const passage = sought ?? near;
  return (
    <div className="flex h-full flex-col">
      <div
        ref={room}
        className="scroll-quiet min-h-0 flex-1 overflow-auto bg-panel p-4"
        tabIndex={0}
        role="region"
        aria-label={texts.panel.document}
      >
        {failed === null ? null : (
          <div className="flex flex-col gap-3">
            <Notice tone="warning" title={texts.panel.noPages}>
              {messageOf(failed)} {texts.panel.noPagesHint}
            </Notice>
            {props.passage === null ? null : <Quote text={props.passage} />}
          </div>
        )}
        {failed === null &&
        props.cited &&
        props.passage !== null &&
        page === props.page &&
        found === 'none' ? (
          <div className="mb-4 flex flex-col gap-3">
            <Notice tone="warning">{texts.panel.notMarked}</Notice>
            <Quote text={props.passage} />
          </div>
        ) : null}
        {failed === null && props.cited && page === props.page && found === 'part' ? (
          <p className="mb-3 text-sm text-soft">{texts.panel.markedInPart}</p>
        ) : null}
        {failed !== null ? null : document === null ? (
          <SkeletonRows rows={9} />
        ) : width > 0 ? (
          <PdfPage
            document={document}
            page={Math.min(Math.max(page, 1), document.numPages)}
            width={Math.round(width * zoom)}
            passage={passage}
            wordsOf={wordsOf}
            onFound={onFound}
            onError={setProblem}
          />
        ) : null}
      </div>
      {document === null || failed !== null ? null : (
        <div className="flex flex-wrap items-center justify-center gap-x-4 border-t">
          <Pager page={page} pages={document.numPages} onPage={setPage} />
          <PageZoom zoom={zoom} onZoom={setZoom} />
          <FindField
            onFind={async (words) => {
              setSought(words);
              const next = await findPage(document, words, page, sought === words, wordsOf);
              if (next !== null) setPage(next);
              return next !== null;
            }}
          />
        </div>
      )}
    </div>
  );
}
