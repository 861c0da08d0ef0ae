import { ExternalLink, FileText, LocateFixed } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { messageOf } from '../api/api-error.js';
import { useItem, useItemText } from '../api/items.js';
import type { ItemText } from '../api/items.js';
import { VerdictBadge } from '../citations/verdict-badge.js';
import { SafeLink } from '../markdown/safe-link.js';
import { texts } from '../texts/en.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { documentLines } from './document-lines.js';
import type { DocumentLine } from './document-lines.js';
import { locatePassage } from './highlighted-text.js';
import type { PanelContent } from './panel-context.js';

const margin = 6_000;

/** The document at the passage that a citation rests on, highlighted; or plain words when that is not possible. */
export function DocumentPanel({ content }: { content: Extract<PanelContent, { kind: 'document' }> }) {
  const { citation, itemId } = content;
  const passage = citation?.passage ?? null;
  const span = passage?.itemSpan ?? content.span ?? null;
  const item = useItem(itemId);
  const [shown, setShown] = useState(() => ({
    start: Math.max(0, (span?.start ?? 0) - margin),
    end: (span?.end ?? 0) + margin,
  }));
  const text = useItemText(itemId, shown);
  const problem = item.error ?? text.error;
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-col gap-2 border-b px-4 py-3">
        <div className="flex items-start gap-2">
          {content.number === null ? (
            <FileText size={17} className="mt-1 text-accent" />
          ) : (
            <span className="font-semibold text-accent tabular-nums">{content.number}</span>
          )}
          <h3 className="min-w-0 flex-1 font-serif text-lg leading-snug break-words">
            <bdi>{item.data?.title ?? (content.title || texts.citations.noSource)}</bdi>
          </h3>
        </div>
        <div className="flex flex-wrap items-center gap-2 text-xs text-soft">
          {citation === null ? null : <VerdictBadge verdict={citation.verdict} />}
          {passage?.page === undefined ? null : <span>{texts.panel.page(passage.page)}</span>}
          {item.data === undefined ? null : <bdi className="truncate">{item.data.name}</bdi>}
          <Original address={item.data?.url ?? citation?.url ?? null} />
        </div>
        {citation?.reason === undefined ? null : <p className="text-sm text-soft">{citation.reason}</p>}
      </div>
      {itemId === null ? (
        <div className="p-4">
          <Notice tone="warning">{texts.panel.unknownSource}</Notice>
        </div>
      ) : problem !== null ? (
        <div className="flex flex-col gap-3 p-4">
          <Notice tone="warning" title={texts.panel.cannotOpen}>
            {texts.panel.cannotOpenHint} ({messageOf(problem)})
          </Notice>
          {passage === null ? null : <Quote text={passage.text} />}
        </div>
      ) : text.data === undefined ? (
        <div className="p-4">
          <SkeletonRows rows={9} />
        </div>
      ) : (
        <DocumentText
          page={text.data}
          flow={isProse(item.data?.mediaType ?? '')}
          span={locatePassage({
            text: text.data.text,
            start: text.data.start,
            span,
            words: passage?.text ?? null,
          })}
          quote={passage?.text ?? null}
          cited={citation !== null}
          onEarlier={() => setShown((range) => ({ ...range, start: Math.max(0, range.start - 2 * margin) }))}
          onLater={() => setShown((range) => ({ ...range, end: range.end + 2 * margin }))}
        />
      )}
    </div>
  );
}

function DocumentText(props: {
  page: ItemText;
  flow: boolean;
  span: { start: number; end: number } | null;
  quote: string | null;
  cited: boolean;
  onEarlier: () => void;
  onLater: () => void;
}) {
  const { page, span } = props;
  const mark = useRef<HTMLElement>(null);
  const show = () => mark.current?.scrollIntoView({ block: 'center' });
  const at = span?.start ?? null;
  const inView = useInView(mark, at);
  // In braces: newer browsers return a promise here, which React would take for a clean-up.
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, [at]);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        className="scroll-quiet h-full overflow-y-auto px-4 py-4"
        tabIndex={0}
        role="region"
        aria-label={texts.panel.document}
      >
        {span === null && props.cited ? (
          <div className="mb-4 flex flex-col gap-3">
            <Notice tone="warning">
              {props.quote === null ? texts.panel.noPassage : texts.panel.notLocated}
            </Notice>
            {props.quote === null ? null : <Quote text={props.quote} />}
          </div>
        ) : null}
        {page.start > 0 ? (
          <Button variant="quiet" className="mb-3" onClick={props.onEarlier}>
            {texts.panel.earlierText}
          </Button>
        ) : null}
        <div
          className="font-serif text-[0.98rem] leading-relaxed [overflow-wrap:anywhere]"
          dir="auto"
          data-testid="document-text"
        >
          <DocumentBody page={page} flow={props.flow} span={span} mark={mark} />
        </div>
        {page.end < page.characters ? (
          <Button variant="quiet" className="mt-3" onClick={props.onLater}>
            {texts.panel.laterText}
          </Button>
        ) : null}
      </div>
      {span === null || inView ? null : (
        <Button
          className="absolute right-4 bottom-4 shadow-md"
          icon={<LocateFixed size={15} />}
          onClick={show}
        >
          {texts.panel.backToPassage}
        </Button>
      )}
    </div>
  );
}

/** Formats whose single line breaks are only where the writer's line was full. */
function isProse(mediaType: string): boolean {
  return /markdown|html|pdf|word|presentation|epub|rfc822/.test(mediaType);
}

/** Whether the passage is in sight; the way back is offered only when it is not. */
function useInView(mark: RefObject<HTMLElement | null>, at: number | null): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    const element = mark.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [mark, at]);
  return inView;
}

const lineLooks: Record<DocumentLine['kind'], string> = {
  text: 'whitespace-pre-wrap',
  heading: 'mt-4 mb-1 text-lg font-semibold',
  row: 'whitespace-pre-wrap border-b py-0.5 font-sans text-sm',
  blank: 'h-3',
};

function DocumentBody(props: {
  page: ItemText;
  flow: boolean;
  span: { start: number; end: number } | null;
  mark: RefObject<HTMLElement | null>;
}) {
  const { page, span } = props;
  const lines = useMemo(
    () => documentLines({ text: page.text, start: page.start, span, flow: props.flow }),
    // The span is made anew at each render; its ends are what counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [page, span?.start, span?.end, props.flow],
  );
  const first = lines.findIndex((line) => line.pieces.some((piece) => piece.marked));
  return lines.map((line, position) => (
    <div key={position} className={lineLooks[line.kind]}>
      {line.pieces.map((piece, part) =>
        piece.marked ? (
          <mark
            key={part}
            ref={position === first ? props.mark : null}
            className="rounded-sm bg-mark px-0.5 text-ink"
          >
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </div>
  ));
}

function Quote({ text }: { text: string }) {
  return (
    <blockquote className="border-s-2 border-line-strong ps-3 font-serif break-words" dir="auto">
      {text}
    </blockquote>
  );
}

function Original({ address }: { address: string | null }) {
  if (address === null) return null;
  return (
    <SafeLink
      address={address}
      className="inline-flex items-center gap-1 font-medium text-accent hover:underline"
    >
      <ExternalLink size={13} />
      {texts.panel.openOriginal}
    </SafeLink>
  );
}
