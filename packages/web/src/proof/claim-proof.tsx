import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerClaim } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';
import { VerdictBadge } from '../citations/verdict-badge.js';
import { AgainstEvidence } from '../panel/against-panel.js';
import { DocumentPanel } from '../panel/document-panel.js';
import { claimWords } from './claim-words.js';
import { texts } from '../texts/texts.js';

/** One claim with its cited document, at the passage; without one, an explanation. */
export function ClaimProof(props: { turnId: string; claim: AnswerClaim; citations: readonly Citation[] }) {
  const { claim, turnId } = props;
  const { conversationId } = useParams({ strict: false });
  const cited = claim.citationIds.flatMap(
    (id) => props.citations.find((citation) => citation.citationId === id) ?? [],
  );
  const [chosen, choose] = useState(0);
  const citation = cited[chosen] ?? cited[0];
  return (
    <div className="flex h-full flex-col">
      <div className="scroll-quiet flex max-h-[40%] shrink-0 flex-col gap-1.5 overflow-y-auto border-b bg-panel px-4 py-3 max-[899px]:py-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <VerdictBadge verdict={claim.verdict} />
          {cited.length < 2
            ? null
            : cited.map((one, position) => (
                <button
                  key={one.citationId}
                  type="button"
                  aria-pressed={one === citation}
                  onClick={() => choose(position)}
                  className="min-h-6 min-w-6 rounded-md border px-1.5 text-xs font-semibold tabular-nums aria-pressed:bg-ink aria-pressed:text-paper"
                >
                  {one.number}
                </button>
              ))}
        </div>
        <p className="font-serif break-words max-[899px]:line-clamp-2" dir="auto" data-testid="claim">
          {claimWords(claim)}
        </p>
      </div>
      <div className="min-h-0 flex-1">
        {citation === undefined ? (
          <div className="flex flex-col gap-3 p-4 text-sm">
            <p>{texts.proof.uncited}</p>
            <AgainstEvidence turnId={props.turnId} claim={claim.text} />
          </div>
        ) : (
          <DocumentPanel
            content={{
              kind: 'document',
              itemId: citation.itemId,
              title: citation.title ?? '',
              number: citation.number,
              citation,
              judged: conversationId === undefined ? null : { conversationId, turnId },
            }}
          />
        )}
      </div>
    </div>
  );
}
