import { LocateFixed } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { ItemText } from '../api/items.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { DocumentBody, useDocumentLines } from './document-body.js';
import type { Span } from './document-body.js';
import { Quote } from './quote.js';
import { ScrollRegion } from '../ui/scroll-region.js';

/** The text of a document around the highlighted passage; or a note that its place is unknown. */
export function DocumentText(props: {
  page: ItemText;
  flow: boolean;
  isMarkdown?: boolean;
  span: Span | null;
  quote: string | null;
  cited: boolean;
  onEarlier: () => void;
  onLater: () => void;
}) {
  const { page, span } = props;
  const mark = useRef<HTMLElement>(null);
  const show = () => reveal(mark.current);
  const at = span?.start ?? null;
  const inView = useInView(mark, at);
  const { blocks, heading } = useDocumentLines({
    page,
    span,
    flow: props.flow,
    isMarkdown: props.isMarkdown ?? false,
  });
  useEffect(() => reveal(mark.current), [at]);
  return (
    <div className="relative flex h-full min-h-0 flex-col">
      {heading === null ? null : (
        <p className="truncate border-b bg-panel px-4 py-1.5 text-xs text-soft" data-testid="passage-heading">
          {texts.panel.under(heading)}
        </p>
      )}
      <ScrollRegion
        label={texts.panel.document}
        className="[container-type:size] min-h-0 flex-1 overflow-y-auto px-4 py-4"
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
          <DocumentBody blocks={blocks} mark={mark} />
        </div>
        {page.end < page.characters ? (
          <Button variant="quiet" className="mt-3" onClick={props.onLater}>
            {texts.panel.laterText}
          </Button>
        ) : null}
      </ScrollRegion>
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

/** A table fits here as a whole: its header stays visible above the passage. */
function reveal(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: 'center' });
  mark?.closest('.table-scroll')?.scrollIntoView({ block: 'nearest' });
}

/** Whether the passage is visible; a button back to it appears only if not. */
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
