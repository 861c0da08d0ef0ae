import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Citation } from '@ibid/core';
import type { JudgedTurn } from '../feedback/judged-turn.js';
import { CitationActionsContext } from './citation-actions.js';
import { CitationCard } from './citation-card.js';

const grace = 140;

/** One card for all chips below it: a hundred chips cost only a hundred buttons. */
export function CitationLayer(props: {
  onOpen: (citation: Citation, judged: JudgedTurn | null) => void;
  children: ReactNode;
}) {
  const { onOpen } = props;
  const [shown, setShown] = useState<{
    citation: Citation;
    anchor: HTMLElement;
    judged: JudgedTurn | null;
  } | null>(null);
  const chip = useRef<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const keep = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  const hide = useCallback(() => {
    keep();
    timer.current = setTimeout(() => setShown(null), grace);
  }, [keep]);
  const actions = useMemo(
    () => ({
      show: (citation: Citation, anchor: HTMLElement, judged: JudgedTurn | null) => {
        keep();
        setShown({ citation, anchor, judged });
      },
      hide,
      open: (citation: Citation, judged: JudgedTurn | null, from?: HTMLElement) => {
        chip.current = from ?? null;
        keep();
        setShown(null);
        onOpen(citation, judged);
      },
      step: (by: 1 | -1) => {
        const chips = [
          ...document.querySelectorAll<HTMLElement>('[data-testid=messages] [data-citations] button'),
        ];
        const at = chip.current === null ? -1 : chips.indexOf(chip.current);
        const next = chips[(at + by + chips.length) % chips.length];
        next?.scrollIntoView({ block: 'center' });
        next?.click();
      },
    }),
    [hide, keep, onOpen],
  );

  return (
    <CitationActionsContext value={actions}>
      {props.children}
      {shown === null ? null : (
        <CitationCard
          key={shown.citation.citationId}
          citation={shown.citation}
          anchor={shown.anchor}
          judged={shown.judged}
          onEnter={keep}
          onLeave={hide}
          onOpen={() => actions.open(shown.citation, shown.judged)}
          onClose={() => setShown(null)}
        />
      )}
    </CitationActionsContext>
  );
}
