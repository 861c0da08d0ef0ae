import { texts } from '../texts/en.js';
import type { TextBlock } from '@ibid/core/turn-view';
import { citedSources } from './cited-sources.js';

/** On paper there is no panel to open: the cited sources follow the answer. */
export function PrintedSources({ answers }: { answers: TextBlock[] }) {
  const sources = citedSources(answers);
  if (sources.length === 0) return null;
  return (
    <section className="hidden text-sm print:block">
      <h3 className="font-semibold">{texts.conversation.sourcesTitle}</h3>
      <ol>
        {sources.map((source) => (
          <li key={source.number}>
            [{source.number}] {source.title} {source.url}
          </li>
        ))}
      </ol>
    </section>
  );
}
