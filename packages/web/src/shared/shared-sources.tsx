import { listCitedSources } from '@ibid/core/internal/browser';
import type { Citation } from '@ibid/core';
import { VerdictBadge } from '../citations/verdict-badge.js';
import { shownTitle } from '../citations/shown-title.js';
import { texts } from '../texts/texts.js';

/** Target of a chip: without a document panel, the passages are below the answer. */
export const passageId = (messageId: string, citationId: string) => `passage-${messageId}-${citationId}`;

export function SharedSources({ messageId, citations }: { messageId: string; citations: Citation[] }) {
  const sources = listCitedSources({ citations });
  if (sources.length === 0) return null;
  return (
    <section className="mt-4 border-t pt-3 text-sm">
      <h2 className="mb-2 font-semibold">{texts.shared.sources}</h2>
      <ol className="flex flex-col gap-3">
        {sources.map((source) => (
          <li key={source.number}>
            <p>
              <span className="font-semibold text-accent tabular-nums">{source.number}</span>{' '}
              <bdi className="font-medium">
                {source.title === undefined ? texts.citations.noSource : shownTitle(source.title)}
              </bdi>
            </p>
            {source.citations.map(({ citationId, passage, verdict, reason }) => (
              <div
                key={citationId}
                id={passageId(messageId, citationId)}
                tabIndex={-1}
                className="mt-1.5 border-s-2 border-line-strong py-1 ps-3 focus:bg-mark/40"
              >
                {passage === null ? null : (
                  <blockquote className="font-serif break-words" dir="auto">
                    {passage.text}
                  </blockquote>
                )}
                <p className="mt-1 flex flex-wrap items-baseline gap-2 text-xs text-soft">
                  <VerdictBadge verdict={verdict} title={source.title} />
                  {passage?.page === undefined ? null : texts.citations.page(passage.page)}
                  {reason}
                </p>
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
