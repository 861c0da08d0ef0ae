import { listCitedSources } from '@ibid/core/citations';
import type { TextBlock } from '@ibid/core/turn-view';
import { texts } from '../texts/en.js';
import { AnswerBalanceLine } from './answer-balance.js';

/** On paper there is no panel to open: the cited sources and the balance follow the answer. */
export function PrintedSources({ answers }: { answers: TextBlock[] }) {
  const sources = listCitedSources({ citations: answers.flatMap((block) => block.citations) });
  return (
    <section className="hidden text-sm print:block">
      <AnswerBalanceLine answers={answers} />
      {sources.length === 0 ? null : (
        <>
          <h3 className="font-semibold">{texts.conversation.sourcesTitle}</h3>
          <ol>
            {sources.map(({ number, title, url, pages }) => (
              <li key={number}>
                [{number}] {title}
                {pages.length === 0 ? '' : `, p. ${pages.join(', ')}`} {url}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
