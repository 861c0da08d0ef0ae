import { BookOpenText } from 'lucide-react';
import { messageOf } from '../api/api-error.js';
import { useSources } from '../api/sources.js';
import type { SourceRow } from '../api/sources.js';
import { shownTitle } from '../citations/shown-title.js';
import { texts } from '../texts/texts.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { usePanel } from './panel-context.js';
import { ScrollRegion } from '../ui/scroll-region.js';

/** All sources of the conversation by number: first those that answers cite, then the others. */
export function SourcesPanel({ conversationId }: { conversationId: string }) {
  const sources = useSources(conversationId);
  if (sources.isPending) {
    return (
      <div className="p-4">
        <SkeletonRows rows={6} />
      </div>
    );
  }
  if (sources.isError) {
    return (
      <div className="p-4">
        <Notice tone="error">{messageOf(sources.error)}</Notice>
      </div>
    );
  }
  const { cited, retrieved } = sources.data;
  if (cited.length + retrieved.length === 0) {
    return (
      <EmptyState icon={<BookOpenText size={28} />} title={texts.sources.none}>
        {texts.sources.noneHint}
      </EmptyState>
    );
  }
  return (
    <ScrollRegion label={texts.panel.sources} className="flex h-full flex-col gap-6 overflow-y-auto p-4">
      <List title={texts.sources.cited} hint={texts.sources.citedHint} sources={cited} />
      <List title={texts.sources.retrieved} hint={texts.sources.retrievedHint} sources={retrieved} />
    </ScrollRegion>
  );
}

function List({ title, hint, sources }: { title: string; hint: string; sources: SourceRow[] }) {
  const panel = usePanel();
  if (sources.length === 0) return null;
  return (
    <section>
      <h3 className="text-sm font-semibold">
        {title} <span className="font-normal text-soft">({sources.length})</span>
      </h3>
      <p className="mb-2 text-xs text-soft">{hint}</p>
      <ul className="flex flex-col">
        {sources.map((source) => (
          <li key={source.number} className="border-b last:border-b-0">
            <button
              type="button"
              onClick={() =>
                panel.open({
                  kind: 'document',
                  itemId: source.itemId,
                  title: source.title,
                  number: source.number,
                  citation: null,
                })
              }
              className="flex w-full items-baseline gap-3 rounded-lg px-2 py-2.5 text-start hover:bg-panel"
            >
              <span className="w-6 shrink-0 text-end font-semibold text-accent tabular-nums">
                {source.number}
              </span>
              <span className="min-w-0 flex-1">
                <bdi className="block font-serif break-words">{shownTitle(source.title)}</bdi>
                <span className="block truncate text-xs text-soft">
                  {texts.sources.origin[source.origin] ?? source.origin}
                  {source.citations ? ` · ${texts.sources.citedTimes(source.citations)}` : ''}
                  {source.hasChanged && !source.isDeleted ? (
                    <span className="text-weak"> · {texts.sources.changed}</span>
                  ) : null}
                  {source.url === undefined || source.url === null ? '' : ` · ${source.url}`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
