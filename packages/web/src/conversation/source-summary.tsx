import type { CitedSourceRow } from '@ibid/core/internal';
import { use } from 'react';
import { CitationActionsContext } from '../citations/citation-actions.js';
import { lookOfCitation } from '../citations/verdict.js';
import { useJudgedTurn } from '../feedback/judged-turn.js';
import { usePanel } from '../panel/panel-context.js';
import { shownTitle } from '../citations/shown-title.js';
import { texts } from '../texts/texts.js';
import type { TurnView } from '@ibid/core/turn-view';

const shownSources = 4;
const order = ['unknown', 'unsupported', 'weak', 'supported'] as const;

/** The cited sources below the answer; all others are one click away in the panel. */
export function SourceSummary(props: { sources: CitedSourceRow[]; view: TurnView }) {
  const { view } = props;
  // Numbers without a source are not listed; their chips in the text say so.
  const sources = props.sources.filter((source) => source.itemId !== null);
  const panel = usePanel();
  const actions = use(CitationActionsContext);
  const judged = useJudgedTurn();
  const found = new Set(
    view.blocks.flatMap((block) =>
      block.kind === 'tools'
        ? block.calls.flatMap((call) => call.sources.map((source) => source.number))
        : [],
    ),
  );
  const others = [...found].filter((number) => !sources.some((source) => source.number === number)).length;
  if (sources.length === 0 && others === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-t pt-3">
      {sources.slice(0, shownSources).map((source) => {
        const worst =
          order.find((verdict) => source.citations.some((citation) => citation.verdict === verdict)) ?? null;
        const first = source.citations[0];
        const look = lookOfCitation({ verdict: worst, title: source.title });
        return (
          <button
            key={source.number}
            type="button"
            onClick={() => first !== undefined && actions.open(first, judged)}
            className="flex max-w-60 items-center gap-1.5 rounded-lg border bg-raised px-2 py-1 text-xs hover:border-line-strong"
            title={`${shownTitle(source.title)}. ${look.label}`}
          >
            <span className={`rounded px-1 font-semibold tabular-nums ${look.badge}`}>
              {source.number}
              {look.sign}
            </span>
            <bdi className="truncate">{shownTitle(source.title)}</bdi>
          </button>
        );
      })}
      <button
        type="button"
        onClick={() => panel.open({ kind: 'sources' })}
        className="rounded-lg px-2 py-1 text-xs text-soft underline-offset-2 hover:text-ink hover:underline"
      >
        {[
          sources.length > shownSources ? texts.conversation.sourcesCited(sources.length) : '',
          others > 0
            ? sources.length === 0
              ? texts.conversation.sourcesFound(others)
              : texts.conversation.sourcesRetrieved(others)
            : '',
          sources.length <= shownSources && others === 0 ? texts.conversation.sourcesTitle : '',
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </button>
    </div>
  );
}
