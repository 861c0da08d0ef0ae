import { memo, use } from 'react';
import type { ReactNode } from 'react';
import type { Citation } from '@ibid/core';
import { classNames } from '../lib/class-names.js';
import { useJudgedTurn } from '../feedback/judged-turn.js';
import { shownTitle } from './shown-title.js';
import { texts } from '../texts/texts.js';
import { ClaimMark } from '../proof/claim-mark.js';
import { CitationActionsContext } from './citation-actions.js';
import { useCitationsAt } from './citations-context.js';
import { currentVerdict, lookOf, lookOfCitation } from './verdict.js';

/** The chip in the text: one number per citation, all adjacent ones in one chip. */
export function CitationMark(props: { members: string; word: string; children?: ReactNode }) {
  const citations = useCitationsAt(props.members);
  if (props.members.startsWith('v'))
    return (
      <>
        {props.word}
        <ClaimMark position={Number(props.members.slice(1))} />
        {props.children}
      </>
    );
  if (props.members.startsWith('u'))
    return (
      <span className="whitespace-nowrap">
        {props.word}
        <UncitedMark />
        {props.children}
      </span>
    );
  return (
    <span className="whitespace-nowrap">
      {props.word}
      <span className="inline-flex gap-px align-[0.12em] font-sans" data-citations>
        {distinct(citations).map((citation) => (
          <Chip key={citation.citationId} citation={citation} />
        ))}
      </span>
      {props.children}
    </span>
  );
}

/** CIT-7: after a sentence that makes a claim without a source. */
function UncitedMark() {
  const look = lookOf('uncited');
  return (
    <span
      role="note"
      data-verdict="uncited"
      title={texts.citations.uncited}
      aria-label={texts.citations.uncited}
      className={classNames(
        'ms-1 inline-flex h-[1.35em] items-center rounded-[5px] border px-[0.35em] align-[0.12em] font-sans text-[0.7rem] leading-none font-semibold',
        look.chip,
      )}
    >
      {look.label}
    </span>
  );
}

const Chip = memo(function Chip({ citation }: { citation: Citation }) {
  const actions = use(CitationActionsContext);
  const judged = useJudgedTurn();
  const look = lookOfCitation(citation);
  const show = (chip: HTMLElement) => actions.show(citation, chip, judged);
  return (
    <button
      type="button"
      data-verdict={currentVerdict(citation) ?? 'checking'}
      aria-label={texts.citations.chip(citation.number, shownTitle(citation.title ?? ''), look.label)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(event.currentTarget)}
      onPointerLeave={actions.hide}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && show(event.currentTarget)}
      onBlur={actions.hide}
      onClick={(event) => actions.open(citation, judged, event.currentTarget)}
      className={classNames(
        'inline-flex h-[1.35em] min-w-[1.5em] pointer-coarse:h-6 pointer-coarse:min-w-6 items-center justify-center rounded-[5px] border px-[0.35em] text-[0.7rem] leading-none font-semibold tabular-nums hover:ring-1 hover:ring-current',
        look.chip,
      )}
    >
      {/* With its brackets, because it may be no marker at all, such as a year. */}
      {citation.verdict === 'unknown' ? `[${citation.number}]` : citation.number}
      {look.sign === '' ? null : <span aria-hidden="true">{look.sign}</span>}
    </button>
  );
});

/** A number cited twice in one place is shown once, with the verdict of the first. */
function distinct(citations: Citation[]): Citation[] {
  return citations.filter(
    (citation, position) => citations.findIndex((other) => other.number === citation.number) === position,
  );
}
