import { formatNumber } from '../lib/format-number.js';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { MessageSquarePlus, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { Suspense, useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { deleteBase, useChangeBase, useKnowledgeBase } from '../api/knowledge.js';
import { basesKey } from '../api/library.js';
import type { KnowledgeBaseRow } from '../api/library.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { texts } from '../texts/texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu, MenuItem } from '../ui/menu.js';
import { NameDialog } from '../ui/name-dialog.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';
import { SharingForm } from '../ui/sharing-form.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { TabList } from '../ui/tab-list.js';
import { BaseRetention } from './base-retention.js';
import { ItemList } from './item-list.js';
import { KeptFolders } from './kept-folders.js';
import { TrySearch } from './try-search.js';
import { UploadArea } from './upload-area.js';
import { lazyPart } from '../lib/lazy-part.js';

const BaseSources = lazyPart(async () => (await import('./base-sources.js')).BaseSources);

const BaseContradictions = lazyPart(
  async () => (await import('../contradictions/base-contradictions.js')).BaseContradictions,
);

export function BasePage() {
  const { baseId } = useParams({ from: '/knowledge/$baseId' });
  const base = useKnowledgeBase(baseId);
  if (base.error instanceof ApiError && base.error.status === 404) return <NotFoundPage />;
  return (
    <Page
      title={base.data?.name ?? ''}
      subtitle={base.data?.description ?? ''}
      actions={base.data === undefined ? null : <Actions base={base.data} />}
    >
      <QueryState query={base}>{(data) => <Sections base={data} />}</QueryState>
    </Page>
  );
}

function Sections({ base }: { base: KnowledgeBaseRow }) {
  const change = useChangeBase(base.id);
  const [isFilling, setFilling] = useState(false);
  return (
    <Tabs.Root defaultValue="items">
      <TabList
        label={base.name}
        tabs={[
          ['items', `${texts.knowledge.items} (${formatNumber(base.items)})`],
          ...(base.isOwner ? ([['sources', texts.connected.tab]] as [string, string][]) : []),
          ['search', texts.knowledge.search],
          ['contradictions', texts.contradictions.title],
          ...(base.isOwner
            ? ([
                ['sharing', texts.knowledge.sharing],
                ['retention', texts.keeping.tab],
              ] as [string, string][])
            : []),
        ]}
      />
      <Tabs.Content value="items" className="flex flex-col gap-6">
        {base.isOwner ? (
          <>
            <UploadArea baseId={base.id} onFilling={setFilling} />
            <KeptFolders baseId={base.id} />
          </>
        ) : null}
        <ItemList baseId={base.id} isFilling={isFilling} />
      </Tabs.Content>
      <Tabs.Content value="sources">
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <BaseSources baseId={base.id} />
        </Suspense>
      </Tabs.Content>
      <Tabs.Content value="search">
        <TrySearch baseId={base.id} />
      </Tabs.Content>
      <Tabs.Content value="contradictions">
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <BaseContradictions baseId={base.id} />
        </Suspense>
      </Tabs.Content>
      <Tabs.Content value="sharing">
        <SharingForm
          sharing={base.sharing}
          hint={texts.knowledge.sharingHint}
          onSave={(sharing) => change.mutateAsync({ sharing })}
        />
      </Tabs.Content>
      <Tabs.Content value="retention">
        <BaseRetention baseId={base.id} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

function Actions({ base }: { base: KnowledgeBaseRow }) {
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const change = useChangeBase(base.id);
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <>
      <Link
        to="/"
        search={{ scope: base.id }}
        className="inline-flex min-h-9 items-center gap-2 rounded-lg border bg-raised px-3 text-sm font-medium hover:border-line-strong"
      >
        <MessageSquarePlus size={16} className="text-accent" />
        {texts.knowledge.ask}
      </Link>
      {base.isOwner ? (
        <Menu
          trigger={
            <IconButton label={texts.common.more}>
              <MoreHorizontal size={18} />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil size={14} />} onSelect={() => setAsking('rename')}>
            {texts.common.edit}
          </MenuItem>
          <MenuItem danger icon={<Trash2 size={14} />} onSelect={() => setAsking('delete')}>
            {texts.knowledge.deleteBase}
          </MenuItem>
        </Menu>
      ) : null}
      {asking === 'rename' ? (
        <NameDialog
          title={texts.common.edit}
          name={base.name}
          description={base.description}
          onClose={() => setAsking(null)}
          onSubmit={(name, description) => change.mutateAsync({ name, description })}
        />
      ) : null}
      {asking === 'delete' ? (
        <ConfirmDialog
          title={texts.knowledge.deleteBase}
          question={texts.knowledge.deleteBaseQuestion}
          action={texts.common.delete}
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            await deleteBase(base.id);
            await navigate({ to: '/knowledge' });
            client.removeQueries({ queryKey: [...basesKey, base.id] });
            await client.invalidateQueries({ queryKey: basesKey });
          }}
        />
      ) : null}
    </>
  );
}
