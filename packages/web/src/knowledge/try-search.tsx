import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { SearchHit, SearchMode } from '@ibid/retrieval/internal';
import { messageOf } from '../api/api-error.js';
import { searchBases } from '../api/knowledge.js';
import { AttachItemButton } from '../composer/attach-item-button.js';
import { formatScore } from '../lib/format-number.js';
import { plainPreview } from '../lib/plain-preview.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { Segments } from '../ui/segments.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { searchFilter, noLimits, SearchLimits, slipInLimits } from './search-limits.js';
import { CorrectionLine } from './correction-line.js';

const modes: SearchMode[] = ['hybrid', 'keyword', 'semantic'];

/** A search as an answer would run it, with the reasons for each rank (KB-3). */
export function TrySearch({ baseId }: { baseId: string }) {
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<SearchMode>('hybrid');
  const [limits, setLimits] = useState(noLimits);
  const [slip, setSlip] = useState<string | null>(null);
  const search = useMutation({
    mutationFn: (how: { mode: SearchMode; exact?: boolean }) =>
      searchBases({
        query: query.trim(),
        topK: 10,
        knowledgeBaseIds: [baseId],
        filter: searchFilter(limits),
        ...(limits.newer ? { preferNewer: true } : {}),
        ...how,
      }),
  });
  const start = (how: { mode: SearchMode; exact?: boolean }) => {
    if (query.trim() === '') return;
    const wrong = slipInLimits(limits);
    setSlip(wrong);
    if (wrong === null) search.mutate(how);
    else search.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start({ mode });
  };
  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={texts.knowledge.query}
              type="search"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </div>
          <Button type="submit" variant="primary" icon={<Search size={16} />}>
            {texts.common.search}
          </Button>
        </div>
        <p className="-mt-2 text-xs text-soft">{texts.knowledge.searchHint}</p>
        <Segments
          label={texts.knowledge.mode}
          options={modes.map((value) => ({ value, label: texts.knowledge.modes[value] ?? value }))}
          value={mode}
          onChange={(value) => {
            setMode(value);
            start({ mode: value });
          }}
        />
        <SearchLimits limits={limits} onLimits={setLimits} />
      </form>
      {search.isPending ? <SkeletonRows rows={4} className="h-16" /> : null}
      {slip === null ? null : <Notice tone="error">{slip}</Notice>}
      {search.isError ? <Notice tone="error">{messageOf(search.error)}</Notice> : null}
      {search.isSuccess && search.data.rows.length === 0 ? (
        <p className="text-sm text-soft">
          {Object.keys(searchFilter(limits)).length > 0
            ? texts.knowledge.noHitsWithin
            : texts.knowledge.noHits}
        </p>
      ) : null}
      <CorrectionLine
        corrections={search.data?.corrections ?? []}
        onExact={() => start({ mode, exact: true })}
      />
      <ol className="flex flex-col gap-3">
        {(search.data?.rows ?? []).map((hit, position) => (
          <Hit key={hit.id} hit={hit} position={position + 1} />
        ))}
      </ol>
    </div>
  );
}

function Hit({ hit, position }: { hit: SearchHit; position: number }) {
  const { keyword, semantic, rerank } = hit.ranks;
  const path = hit.headingPath.filter((heading) => heading !== hit.title);
  return (
    <li className="rounded-xl border bg-raised p-4" data-testid="hit">
      <div className="flex items-baseline gap-2">
        <span className="font-semibold text-accent tabular-nums">{position}</span>
        <Link
          to="/items/$itemId"
          params={{ itemId: hit.itemId }}
          search={{ chunk: hit.ordinal }}
          className="min-w-0 flex-1 font-serif font-semibold break-words hover:underline"
        >
          <bdi>{hit.title}</bdi>
        </Link>
        <span className="text-xs whitespace-nowrap text-soft tabular-nums">
          {texts.knowledge.fused} {formatScore(hit.score)}
        </span>
      </div>
      {path.length === 0 ? null : <p className="truncate text-xs text-soft">{path.join(' › ')}</p>}
      <p className="mt-1.5 line-clamp-4 text-sm break-words" dir="auto">
        {plainPreview(hit.text, hit.title)}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-1.5 text-xs">
        <Rank
          found={keyword !== undefined}
          text={
            keyword === undefined ? texts.knowledge.notByKeyword : texts.knowledge.rankKeyword(keyword.rank)
          }
        />
        <Rank
          found={semantic !== undefined}
          text={
            semantic === undefined
              ? texts.knowledge.notBySemantic
              : texts.knowledge.rankSemantic(semantic.rank)
          }
        />
        {rerank === undefined ? null : (
          <Rank found text={`${texts.knowledge.rankRerank}: ${formatScore(rerank.score)}`} />
        )}
        {hit.date === null ? null : (
          <span className="text-soft">{texts.knowledge.dateOf(hit.date.value, hit.date.from)}</span>
        )}
        <span className="flex-1" />
        <AttachItemButton itemId={hit.itemId} isLink />
      </div>
    </li>
  );
}

function Rank({ found, text }: { found: boolean; text: string }) {
  return (
    <span
      className={`rounded-md px-1.5 py-0.5 ${found ? 'bg-supported-soft text-supported' : 'bg-unknown-soft text-unknown'}`}
    >
      {text}
    </span>
  );
}
