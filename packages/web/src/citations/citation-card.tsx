import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Citation } from '@ibid/core';
import { quotedPassage } from '@ibid/core/internal/browser';
import { CitationFeedback } from '../feedback/citation-feedback.js';
import type { JudgedTurn } from '../feedback/judged-turn.js';
import { shownTitle } from './shown-title.js';
import { texts } from '../texts/texts.js';
import { OcrLine } from './ocr-line.js';
import { ReplacedLine } from './replaced-line.js';
import { SecondOpinionLine } from './second-opinion-line.js';
import { VerdictBadge } from './verdict-badge.js';

const width = 360;
const gap = 8;

/** Title, page, passage and verdict, next to the hovered or focused chip. */
export function CitationCard(props: {
  citation: Citation;
  anchor: HTMLElement;
  judged: JudgedTurn | null;
  onEnter: () => void;
  onLeave: () => void;
  onOpen: () => void;
  onClose: () => void;
}) {
  const { citation, anchor, onClose } = props;
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: -9_999, left: 0 });

  useLayoutEffect(() => {
    const rect = anchor.getBoundingClientRect();
    const height = card.current?.offsetHeight ?? 0;
    const fitsBelow = rect.bottom + gap + height < window.innerHeight;
    const left = Math.min(
      Math.max(gap, rect.left - 40),
      window.innerWidth - Math.min(width, window.innerWidth) - gap,
    );
    setPlace({ top: fitsBelow ? rect.bottom + gap : Math.max(gap, rect.top - gap - height), left });
  }, [anchor]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', onClose, { capture: true, once: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', onClose, { capture: true });
    };
  }, [onClose]);

  return createPortal(
    <div
      ref={card}
      role="tooltip"
      data-testid="citation-card"
      onPointerEnter={props.onEnter}
      onPointerLeave={props.onLeave}
      style={{ top: place.top, left: place.left, width: `min(${width}px, calc(100vw - ${2 * gap}px))` }}
      className="fixed z-50 overflow-hidden rounded-xl border bg-raised shadow-xl"
    >
      <div className="flex items-baseline gap-2 px-4 pt-3">
        <span className="font-semibold text-accent tabular-nums">{citation.number}</span>
        <span className="line-clamp-2 min-w-0 flex-1 text-sm font-semibold break-words">
          {citation.title === undefined ? texts.citations.noSource : shownTitle(citation.title)}
        </span>
        {citation.passage?.page === undefined ? null : (
          <span className="text-xs whitespace-nowrap text-soft">
            {texts.citations.page(citation.passage.page)}
          </span>
        )}
      </div>
      {citation.passage === null ? null : (
        <p
          className="mx-4 mt-2 line-clamp-5 border-s-2 border-line-strong ps-3 font-serif text-sm break-words whitespace-pre-line"
          dir="auto"
        >
          {quotedPassage(citation.passage)}
        </p>
      )}
      <div className="mt-3 flex items-baseline gap-3 border-t bg-panel px-4 py-2">
        <div className="min-w-0 flex-1">
          <VerdictBadge
            verdict={citation.verdict}
            {...(citation.title === undefined ? {} : { title: citation.title })}
          />
          {citation.reason === undefined ? null : (
            <p className="mt-1 text-xs break-words text-soft">{texts.engine(citation.reason)}</p>
          )}
          <ReplacedLine by={citation.passage?.replacedBy} />
          <OcrLine ocr={citation.passage?.ocr} />
          <SecondOpinionLine opinion={citation.secondOpinion} />
        </div>
        {props.judged === null ? null : (
          <CitationFeedback judged={props.judged} citationId={citation.citationId} byPointerOnly />
        )}
        {citation.itemId === null ? null : (
          <button
            type="button"
            tabIndex={-1}
            onClick={props.onOpen}
            className="text-xs font-medium whitespace-nowrap text-accent hover:underline"
          >
            {texts.citations.openPassage}
          </button>
        )}
      </div>
    </div>,
    document.body,
  );
}
