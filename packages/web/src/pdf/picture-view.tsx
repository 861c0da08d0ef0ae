import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { fetchPageWords } from '../api/items.js';
import { fetchDrawnPage, fetchOriginal } from '../api/originals.js';
import { useIsNarrow } from '../lib/use-media.js';
import { useWidth } from '../lib/use-width.js';
import { Pager } from '../panel/pager.js';
import { Quote } from '../panel/quote.js';
import { texts } from '../texts/texts.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { PageMarkBoxes } from './page-mark-boxes.js';
import { PageZoom } from './page-zoom.js';
import { wordMarks } from './word-marks.js';

const margin = 32;
const phoneZoom = 1.75;

/** KB-9: an image with the words of the passage framed; says so if it cannot be shown. */
export function PictureView(props: {
  itemId: string;
  /** The version of the image from which this chunk was read (KB-11). */
  chunk?: string | undefined;
  page: number;
  pages: number | null;
  mediaType: string;
  passage: string | null;
  /** The passage is a citation: say so if it cannot be shown. */
  cited: boolean;
}) {
  const { itemId, chunk } = props;
  const [page, setPage] = useState(props.page);
  // Another passage of the same image: change the page.
  useEffect(() => setPage(props.page), [props.page, props.passage]);
  const passage = page === props.page ? props.passage : null;
  const isTiff = props.mediaType === 'image/tiff';
  const { address, error } = usePicture(itemId, chunk, isTiff ? page : null);
  const words = useQuery({
    queryKey: ['page-words', itemId, page, chunk],
    queryFn: () => fetchPageWords(itemId, page, chunk),
    staleTime: 60_000,
  });
  const narrow = useIsNarrow();
  const [zoom, setZoom] = useState(narrow ? phoneZoom : 1);
  const [shape, setShape] = useState<number | null>(null);
  const [broken, setBroken] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  const firstMark = useRef<HTMLElement>(null);
  const width = Math.round((useWidth(room) - margin) * zoom);
  const height = shape === null ? 0 : width * shape;
  const read = words.data?.words ?? [];
  const { marks, found } = wordMarks({ words: read, passage, width, height });
  const isShown = shape !== null && words.data !== undefined;
  useEffect(() => {
    if (isShown) firstMark.current?.scrollIntoView({ block: 'center', inline: 'start' });
  }, [isShown, passage, zoom]);
  const failed = error ?? words.error;
  return (
    <div className="flex h-full flex-col">
      <div
        ref={room}
        className="scroll-quiet min-h-0 flex-1 overflow-auto bg-panel p-4"
        tabIndex={0}
        role="region"
        aria-label={texts.panel.document}
      >
        {failed === null && !broken ? null : (
          <div className="flex flex-col gap-3">
            <Notice tone="warning" title={texts.panel.noPicture}>
              {broken ? texts.panel.pictureKind : messageOf(failed)} {texts.panel.noPagesHint}
            </Notice>
            {passage === null ? null : <Quote text={passage} />}
          </div>
        )}
        {props.cited && passage !== null && isShown && found === 'none' && !broken ? (
          <div className="mb-4 flex flex-col gap-3">
            <Notice tone="warning">{texts.panel.notMarked}</Notice>
            <Quote text={passage} />
          </div>
        ) : null}
        {failed !== null || broken ? null : address === null ? (
          <SkeletonRows rows={9} />
        ) : (
          <div
            className="relative mx-auto bg-white shadow-md"
            style={{ width, ...(height > 0 ? { height } : {}) }}
            data-testid="picture-page"
          >
            <img
              src={address}
              alt={texts.panel.page(page)}
              className="block size-full"
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setShape(naturalHeight / Math.max(1, naturalWidth))
              }
              onError={() => setBroken(true)}
            />
            {isShown ? <PageMarkBoxes marks={marks} first={firstMark} /> : null}
            <p className="sr-only">{read.map(({ text }) => text).join(' ')}</p>
          </div>
        )}
      </div>
      {isShown && !broken ? (
        <div className="flex flex-wrap items-center justify-center gap-x-4 border-t">
          {isTiff ? <Pager page={page} pages={props.pages ?? 1} onPage={setPage} /> : null}
          <PageZoom zoom={zoom} onZoom={setZoom} />
        </div>
      ) : null}
    </div>
  );
}

/** The bytes as an object URL of this page: from their own address, they are only ever downloaded. */
function usePicture(
  itemId: string,
  chunk: string | undefined,
  /** Null if browsers can display the original. */
  drawnPage: number | null,
): { address: string | null; error: unknown } {
  const [picture, setPicture] = useState<{ address: string | null; error: unknown }>({
    address: null,
    error: null,
  });
  useEffect(() => {
    const abort = new AbortController();
    let address: string | null = null;
    setPicture({ address: null, error: null });
    const fetched =
      drawnPage === null
        ? fetchOriginal(itemId, chunk, abort.signal)
        : fetchDrawnPage(itemId, drawnPage, chunk, abort.signal);
    fetched
      .then((bytes) => {
        if (abort.signal.aborted) return;
        address = URL.createObjectURL(new Blob([bytes]));
        setPicture({ address, error: null });
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setPicture({ address: null, error });
      });
    return () => {
      abort.abort();
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [itemId, chunk, drawnPage]);
  return picture;
}
