import { originItemId } from '@ibid/core/internal/browser';
import { ChevronDown, ChevronUp, Download, ExternalLink, FileText } from 'lucide-react';
import { Suspense, use, useEffect, useState } from 'react';
import { isDocument, useDocumentHead, useItemChanges } from '../api/items.js';
import type { DocumentHead } from '../api/items.js';
import { CitationActionsContext } from '../citations/citation-actions.js';
import { OcrLine } from '../citations/ocr-line.js';
import { ReplacedLine } from '../citations/replaced-line.js';
import { SecondOpinionLine } from '../citations/second-opinion-line.js';
import { VerdictBadge } from '../citations/verdict-badge.js';
import { AttachItemButton } from '../composer/attach-item-button.js';
import { CitationFeedback } from '../feedback/citation-feedback.js';
import { SafeLink } from '../markdown/safe-link.js';
import { isHiddenTitle, shownTitle } from '../citations/shown-title.js';
import { classNames } from '../lib/class-names.js';
import { texts } from '../texts/texts.js';
import { useProof } from '../proof/proof-context.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';
import { Segments } from '../ui/segments.js';
import { ChangedSince, RevisionChanges } from './changed-since.js';
import type { RevisionView } from './changed-since.js';
import { Loading, PassageText, isGone, spanOf } from './passage-text.js';
import type { DocumentContent } from './passage-text.js';
import { lazyPart } from '../lib/lazy-part.js';

const PdfView = lazyPart(async () => (await import('../pdf/pdf-view.js')).PdfView);
const PictureView = lazyPart(async () => (await import('../pdf/picture-view.js')).PictureView);

/** The document at the cited passage, highlighted; or an explanation if that is not possible. */
export function DocumentPanel({
  content,
  isHome = false,
}: {
  content: DocumentContent;
  /** On the document's own page, which already shows the title. */
  isHome?: boolean;
}) {
  const { citation, itemId } = content;
  const passage = citation?.passage ?? null;
  // In the proof view, users step through claims and give feedback by key.
  const inProof = useProof().claims.length > 0;
  // What was calculated from a table links to that table's file.
  const origin = itemId === null ? null : originItemId(itemId);
  const isDerived = origin !== itemId;
  const canAsk = origin !== null && isDocument(origin) && !isHiddenTitle(content.title);
  const item = useDocumentHead(canAsk ? origin : null);
  // Deleted while the conversation was open.
  const isLost = item.error !== null && isGone(item.error);
  const isPicture = item.data?.mediaType.startsWith('image/') === true;
  const hasPages =
    !isDerived &&
    item.data !== undefined &&
    item.data.itemId !== null &&
    (isPicture || item.data.mediaType === 'application/pdf');
  const [view, setView] = useState<'page' | 'text'>('page');
  // Only chunks of knowledge bases have versions; an attached file never changes.
  const cited = item.data?.itemId && passage && !isDerived ? passage.chunkId : null;
  const changes = useItemChanges(item.data?.itemId ?? null, cited);
  const [revision, setRevision] = useState<RevisionView>('cited');
  useEffect(() => setRevision('cited'), [cited]);
  const hasChanged = changes.data?.state === 'changed';
  const chunk = hasChanged && revision === 'cited' && cited !== null ? cited : undefined;
  const shownKey = `${itemId} ${chunk ?? ''}`;
  const shown = {
    chunk,
    page: passage?.page ?? content.page ?? 1,
    passage: passage?.text ?? content.words ?? null,
    cited: citation !== null,
  };
  const original = <Original document={item.data} address={item.data?.url ?? citation?.url ?? null} />;
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-col gap-2 border-b px-4 py-3">
        <div className={isHome ? 'hidden' : 'flex items-start gap-2'}>
          {content.number === null ? (
            <FileText size={17} className="mt-1 text-accent" />
          ) : (
            <span className="font-semibold text-accent tabular-nums">{content.number}</span>
          )}
          <h3
            className={classNames(
              'min-w-0 flex-1 font-serif text-lg leading-snug break-words',
              // On a phone the passage needs the space.
              inProof && 'max-[899px]:line-clamp-1 max-[899px]:text-base',
            )}
          >
            <bdi>
              {(isDerived ? undefined : item.data?.title) ??
                (shownTitle(content.title) || texts.citations.noSource)}
            </bdi>
          </h3>
        </div>
        <div className="flex flex-wrap items-center gap-2 text-xs text-soft">
          {citation === null ? null : (
            <VerdictBadge verdict={isLost ? 'gone' : citation.verdict} title={content.title} />
          )}
          {citation === null || !content.judged ? null : (
            <CitationFeedback
              key={citation.citationId}
              judged={content.judged}
              citationId={citation.citationId}
              byKeys={inProof}
            />
          )}
          {citation === null || inProof ? null : <Steps />}
          {passage?.page === undefined ? null : <span>{texts.panel.page(passage.page)}</span>}
          {isHome ? original : null}
          {hasPages && !(hasChanged && revision === 'changes') ? (
            <span className="ms-auto">
              <Segments
                label={texts.panel.view}
                options={[
                  { value: 'page', label: isPicture ? texts.panel.asPicture : texts.panel.asPages },
                  { value: 'text', label: texts.panel.asText },
                ]}
                value={view}
                onChange={setView}
              />
            </span>
          ) : null}
        </div>
        {isHome ? null : (
          <div
            className={classNames(
              'flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-soft',
              inProof && 'max-[899px]:hidden',
            )}
          >
            {item.data === undefined ? null : <bdi className="truncate">{item.data.name}</bdi>}
            {item.data?.itemId ? <AttachItemButton itemId={item.data.itemId} isLink /> : null}
            {original}
          </div>
        )}
        {citation?.reason === undefined ? null : (
          <p className="text-sm text-soft">{texts.engine(citation.reason)}</p>
        )}
        <ReplacedLine by={passage?.replacedBy} />
        <OcrLine ocr={passage?.ocr} />
        <SecondOpinionLine opinion={citation?.secondOpinion} />
        {item.data === undefined || item.data.unreadPages.length === 0 ? null : (
          <Notice tone="warning">
            {texts.panel.unreadPages(item.data.unreadPages.length, named(item.data.unreadPages))}
          </Notice>
        )}
        {item.data?.longTable ? (
          <Notice>{texts.panel.longTable(item.data.longTable.searchable, item.data.longTable.rows)}</Notice>
        ) : null}
        {changes.data === undefined || changes.data.state === 'current' ? null : (
          <ChangedSince changes={changes.data} view={revision} onView={setRevision} />
        )}
      </div>
      <div className="min-h-0 flex-1">
        {itemId === null ? (
          <div className="p-4">
            <Notice tone="warning">{texts.panel.unknownSource}</Notice>
          </div>
        ) : changes.isLoading ? (
          <Loading />
        ) : changes.data !== undefined && hasChanged && revision === 'changes' ? (
          <RevisionChanges changes={changes.data} />
        ) : item.data !== undefined && hasPages && view === 'page' ? (
          <Suspense fallback={<Loading />}>
            {isPicture ? (
              <PictureView
                key={shownKey}
                {...shown}
                itemId={itemId}
                pages={item.data.pages}
                mediaType={item.data.mediaType}
              />
            ) : (
              <PdfView key={shownKey} {...shown} itemId={itemId} />
            )}
          </Suspense>
        ) : (
          <PassageText
            // Another passage is another place in the text.
            key={`${itemId} ${spanOf(content, itemId)?.start ?? ''} ${chunk ?? ''}`}
            content={content}
            chunk={chunk}
            itemId={itemId}
          />
        )}
      </div>
    </div>
  );
}

const mostNamed = 12;
const named = (pages: readonly number[]) =>
  pages.slice(0, mostNamed).join(', ') + (pages.length > mostNamed ? ', …' : '');

/** From citation to citation, in the order of the conversation. */
function Steps() {
  const actions = use(CitationActionsContext);
  return (
    <span className="flex">
      <IconButton small label={texts.panel.previousCitation} onClick={() => actions.step(-1)}>
        <ChevronUp size={15} />
      </IconButton>
      <IconButton small label={texts.panel.nextCitation} onClick={() => actions.step(1)}>
        <ChevronDown size={15} />
      </IconButton>
    </span>
  );
}

/** A link to the document's origin, or else to the file it was read from. */
function Original(props: { document: DocumentHead | undefined; address: string | null }) {
  const { document, address } = props;
  const look = 'inline-flex items-center gap-1 font-medium text-accent hover:underline';
  if (address !== null) {
    return (
      <SafeLink address={address} className={look}>
        <ExternalLink size={13} />
        {texts.panel.openOriginal}
      </SafeLink>
    );
  }
  if (document === undefined) return null;
  return (
    <a href={document.original} download className={look}>
      <Download size={13} />
      {texts.panel.saveOriginal}
    </a>
  );
}
