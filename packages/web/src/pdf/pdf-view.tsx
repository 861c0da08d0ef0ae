import { useCallback, useRef, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useWidth } from '../lib/use-width.js';
import { Pager } from '../panel/pager.js';
import { Quote } from '../panel/quote.js';
import { texts } from '../texts/en.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { PdfPage } from './pdf-page.js';
import type { PassageFound } from './pdf-page.js';
import { usePdf } from './use-pdf.js';

const margin = 32;

/** A PDF as it looks, at the page of the passage; says so where the passage cannot be marked. */
export function PdfView(props: { itemId: string; page: number; passage: string | null }) {
  const { document, error } = usePdf(props.itemId);
  const [page, setPage] = useState(props.page);
  const [found, setFound] = useState<PassageFound>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const room = useRef<HTMLDivElement>(null);
  const width = useWidth(room) - margin;
  const onFound = useCallback((next: PassageFound) => setFound(next), []);
  const failed = error ?? problem;
  const passage = page >= props.page && page <= props.page + 1 ? props.passage : null;
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
        {failed === null && props.passage !== null && page === props.page && found === 'none' ? (
          <div className="mb-4 flex flex-col gap-3">
            <Notice tone="warning">{texts.panel.notMarked}</Notice>
            <Quote text={props.passage} />
          </div>
        ) : null}
        {failed === null && page === props.page && found === 'part' ? (
          <p className="mb-3 text-sm text-soft">{texts.panel.markedInPart}</p>
        ) : null}
        {failed !== null ? null : document === null ? (
          <SkeletonRows rows={9} />
        ) : width > 0 ? (
          <PdfPage
            document={document}
            page={Math.min(Math.max(page, 1), document.numPages)}
            width={width}
            passage={passage}
            onFound={onFound}
            onError={setProblem}
          />
        ) : null}
      </div>
      {document === null || failed !== null ? null : (
        <Pager page={page} pages={document.numPages} onPage={setPage} />
      )}
    </div>
  );
}
