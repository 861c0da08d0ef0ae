import { listCitedSources, quotedPassage } from '@ibid/core/internal/browser';
import type { TextBlock } from '@ibid/core/turn-view';
import { lookOfCitation } from '../citations/verdict.js';
import { shownTitle } from '../citations/shown-title.js';
import { texts } from '../texts/texts.js';
import { AnswerBalanceLine } from './answer-balance.js';

/** ANS-4: print has no panel, so the cited sources with passages and verdicts follow the answer. */
export function PrintedSources({ answers }: { answers: TextBlock[] }) {
  const sources = listCitedSources({ citations: answers.flatMap((block) => block.citations) });
  return (
    <section className="mt-2 hidden text-sm print:block">
      <AnswerBalanceLine answers={answers} />
      {sources.length === 0 ? null : (
        <>
          <h3 className="mt-3 mb-1 font-semibold">{texts.conversation.sourcesTitle}</h3>
          <ol>
            {sources.map(({ number, title, url, citations }) => (
              <li key={number} className="mb-2">
                [{number}] {shownTitle(title)} {url}
                <ul>
                  {citations.map(({ citationId, passage, verdict }) => (
                    <li key={citationId} className="ps-4 text-xs">
                      {passage === null ? '' : `“${quotedPassage(passage)}”`}
                      {passage?.page === undefined ? '' : `, ${texts.citations.page(passage.page)}`}
                      {passage === null ? '' : ' · '}
                      {lookOfCitation({ verdict, title }).label}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
