import { formatNumber } from '../lib/format-number.js';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Library, MessageSquarePlus, Trash2 } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { useItem } from '../api/items.js';
import type { ItemRow } from '../api/items.js';
import { deleteItem, useKnowledgeBase } from '../api/knowledge.js';
import { basesKey } from '../api/library.js';
import { AttachItemButton } from '../composer/attach-item-button.js';
import { DocumentPanel } from '../panel/document-panel.js';
import { findMoved } from '../panel/find-moved.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';
import { TabList } from '../ui/tab-list.js';
import { ChunkList } from './chunk-list.js';
import { SourceGuide } from './source-guide.js';
import type { DocumentPlace } from './source-guide.js';

export function ItemPage() {
  const { itemId } = useParams({ from: '/items/$itemId' });
  const { chunk } = useSearch({ from: '/items/$itemId' });
  const linked = useLinkedPlace(itemId);
  const [chosen, setPlace] = useState<DocumentPlace | null>(null);
  const place = chosen ?? linked.place;
  const item = useItem(itemId);
  if (item.error instanceof ApiError && item.error.status === 404) return <NotFoundPage />;
  return (
    <Page
      title={item.data?.title ?? ''}
      subtitle={item.data?.name ?? ''}
      above={item.data === undefined ? null : <BaseLink baseId={item.data.knowledgeBaseId} />}
      actions={item.data === undefined ? null : <Actions item={item.data} />}
    >
      <QueryState query={item}>
        {(data) => (
          <>
            <Tabs.Root defaultValue={chunk === undefined ? 'document' : 'details'}>
              <TabList
                label={data.title}
                tabs={[
                  ['document', texts.panel.document],
                  ['details', texts.knowledge.details],
                ]}
              />
              <Tabs.Content
                value="document"
                className="grid gap-8 lg:has-[[data-testid=source-guide]:not(:empty)]:grid-cols-[minmax(0,1fr)_19rem]"
              >
                <div className="flex h-[calc(100dvh-13rem)] min-h-112 overflow-hidden rounded-xl border max-lg:h-[70dvh] flex-col">
                  {linked.isGone ? <Notice tone="warning">{texts.panel.passageMoved}</Notice> : null}
                  <div className="min-h-0 flex-1">
                    <DocumentPanel
                      content={{
                        kind: 'document',
                        itemId: data.id,
                        title: data.title,
                        number: null,
                        citation: null,
                        ...(place === null ? {} : { span: place.span }),
                        ...(place?.page === undefined ? {} : { page: place.page }),
                        ...(place?.words ? { words: place.words } : {}),
                      }}
                      isHome
                    />
                  </div>
                </div>
                <SourceGuide item={data} onPlace={setPlace} />
              </Tabs.Content>
              <Tabs.Content value="details">
                <Facts item={data} />
                <ChunkList item={data} chunk={chunk ?? null} />
              </Tabs.Content>
            </Tabs.Root>
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** A link to a passage opens the document there; by its words if the text has moved since. */
function useLinkedPlace(itemId: string): { place: DocumentPlace | null; isGone: boolean } {
  const { start, end = start, words, page } = useSearch({ from: '/items/$itemId' });
  const span = start === undefined || end === undefined ? null : { start, end };
  const found = useQuery({
    queryKey: ['linked-passage', itemId, start, end, words],
    queryFn: () => (span === null ? null : findMoved(itemId, span, words ?? '')),
    enabled: span !== null && words !== undefined,
    staleTime: Infinity,
  });
  if (span === null) return { place: null, isGone: false };
  if (words === undefined || found.isError) return { place: { span, words: null }, isGone: false };
  if (!found.data) return { place: null, isGone: found.isSuccess };
  return {
    place: { span: found.data.span, words: found.data.text, ...(page === undefined ? {} : { page }) },
    isGone: false,
  };
}

function Facts({ item }: { item: ItemRow }) {
  const facts: [string, string][] = [
    [texts.knowledge.text, item.mediaType],
    [texts.knowledge.language, item.language ?? ''],
    [texts.knowledge.chunks, formatNumber(item.chunks)],
    [texts.retrieval.tokens, formatNumber(item.tokens)],
    [texts.knowledge.date, item.date === null ? '' : texts.knowledge.dateOf(item.date.value, item.date.from)],
    [texts.knowledge.updated, new Date(item.updatedAt).toLocaleString(dateLocale())],
    [texts.knowledge.external, item.externalId ?? ''],
  ];
  return (
    <dl className="mb-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-soft">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The knowledge base it belongs to. */
function BaseLink({ baseId }: { baseId: string }) {
  const base = useKnowledgeBase(baseId);
  return (
    <Link
      to="/knowledge/$baseId"
      params={{ baseId }}
      className="flex max-w-full items-center gap-1 text-xs text-soft hover:text-ink"
    >
      <Library size={12} className="shrink-0 text-accent" />
      <bdi className="truncate">{base.data?.name ?? texts.common.back}</bdi>
    </Link>
  );
}

function Actions({ item }: { item: ItemRow }) {
  const [asking, setAsking] = useState(false);
  const base = useKnowledgeBase(item.knowledgeBaseId);
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <>
      <Link
        to="/"
        search={{ scope: `${item.knowledgeBaseId}/${item.id}` }}
        className="inline-flex min-h-9 items-center gap-2 rounded-lg border bg-raised px-3 text-sm font-medium hover:border-line-strong"
      >
        <MessageSquarePlus size={16} className="text-accent" />
        {texts.knowledge.ask}
      </Link>
      <AttachItemButton itemId={item.id} />
      {base.data?.isOwner ? (
        <IconButton label={texts.knowledge.deleteItem} onClick={() => setAsking(true)}>
          <Trash2 size={17} />
        </IconButton>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title={texts.knowledge.deleteItem}
          question={texts.knowledge.deleteItemQuestion}
          action={texts.common.delete}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await deleteItem(item.id);
            await navigate({ to: '/knowledge/$baseId', params: { baseId: item.knowledgeBaseId } });
            await client.invalidateQueries({ queryKey: basesKey });
            await client.invalidateQueries({ queryKey: ['items', item.knowledgeBaseId] });
          }}
        />
      ) : null}
    </>
  );
}
