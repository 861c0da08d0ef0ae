import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCitedFrom, useItemGuide, useItemSummary } from '../api/item-home.js';
import { useModels } from '../api/library.js';
import type { ItemRow } from '../api/items.js';
import { lookOf } from '../citations/verdict.js';
import type { ClaimVerdict } from '@ibid/core/internal';
import { texts } from '../texts/texts.js';

/** A place in a document: a range of its text, the words there, its page. */
export interface DocumentPlace {
  span: { start: number; end: number };
  words: string | null;
  page?: number;
}

/** WEB-10: a document's summary, questions it can answer, outline, and citations of it. */
export function SourceGuide(props: { item: ItemRow; onPlace: (place: DocumentPlace) => void }) {
  const { item, onPlace } = props;
  const guide = useItemGuide(item.id).data;
  const summary = useItemSummary(item.id);
  const cited = useCitedFrom(item.id).data?.rows ?? [];
  const models = useModels().data?.rows ?? [];
  const nameOf = (id: string) => models.find((model) => model.id === id)?.name ?? id;
  const scope = `${item.knowledgeBaseId}/${item.id}`;
  const questions = [
    ...(summary.data?.questions ?? []),
    ...(guide?.topics ?? []).map((topic) =>
      topic.endsWith('?') ? topic : texts.start.aboutHeading(item.title, topic),
    ),
  ].slice(0, 3);
  return (
    <div className="flex flex-col gap-6 text-sm" data-testid="source-guide">
      {summary.data ? (
        <Part title={texts.knowledge.summary}>
          <p className="font-serif text-base text-pretty" dir="auto">
            {summary.data.summary}
          </p>
          <p className="mt-1 text-xs text-soft">{texts.knowledge.summaryBy(nameOf(summary.data.modelId))}</p>
        </Part>
      ) : null}
      {item.chunks === 0 ? null : (
        <Part title={texts.knowledge.questions}>
          <ul className="flex flex-col gap-1.5">
            {[texts.knowledge.summariseAll(item.title), ...questions].map((question) => (
              <li key={question}>
                <Link
                  to="/"
                  search={{ scope, ask: question }}
                  className="block rounded-lg border bg-raised px-3 py-2 font-serif break-words hover:border-line-strong"
                >
                  {question}
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {guide === undefined || guide.figures.length === 0 ? null : (
        <Part title={texts.knowledge.figures}>
          <ul className="flex flex-col gap-1.5">
            {guide.figures.map(({ value, sentence, start }) => (
              <li key={start}>
                <button
                  type="button"
                  onClick={() => onPlace({ span: { start, end: start + sentence.length }, words: sentence })}
                  className="w-full rounded-md text-start hover:bg-panel"
                >
                  <span className="font-semibold text-accent tabular-nums">{value}</span>{' '}
                  <span className="line-clamp-2 text-xs break-words text-soft">{sentence}</span>
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {guide === undefined || guide.outline.length < 2 ? null : (
        <Part title={texts.knowledge.outline}>
          <ol className="scroll-quiet max-h-72 overflow-y-auto" tabIndex={0}>
            {guide.outline.map(({ title, level, start, page }) => (
              <li key={start}>
                <button
                  type="button"
                  style={{ paddingInlineStart: `${(level - 1) * 0.8}rem` }}
                  onClick={() =>
                    onPlace({
                      span: { start, end: start + level + 1 + title.length },
                      words: title,
                      ...(page === null ? {} : { page }),
                    })
                  }
                  className="flex min-h-7 w-full items-baseline gap-2 rounded-md text-start hover:bg-panel"
                >
                  <bdi className="min-w-0 flex-1 truncate">{title}</bdi>
                  {page === null ? null : <span className="text-xs text-soft tabular-nums">{page}</span>}
                </button>
              </li>
            ))}
          </ol>
        </Part>
      )}
      {cited.length === 0 ? null : (
        <Part title={texts.knowledge.citedFrom}>
          <ul className="flex flex-col gap-2" data-testid="cited-from">
            {cited.slice(0, 10).map((row, position) => (
              <li key={position} className="border-s-2 border-line-strong ps-3">
                <p className="line-clamp-3 font-serif break-words" dir="auto">
                  {row.passage}
                </p>
                <Link
                  to="/c/$conversationId"
                  params={{ conversationId: row.conversationId }}
                  hash={`message-${row.messageId}`}
                  className="text-xs text-accent hover:underline"
                >
                  {row.title || texts.navigation.untitled}
                </Link>
                <span className="text-xs text-soft">
                  {' · '}
                  {lookOf(row.verdict as ClaimVerdict | null).label}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-xs font-semibold text-soft">{title}</h2>
      {children}
    </section>
  );
}
