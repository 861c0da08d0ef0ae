import { Link, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Library, Plus } from 'lucide-react';
import { useState } from 'react';
import { createBase } from '../api/knowledge.js';
import { basesKey, useKnowledgeBases } from '../api/library.js';
import { SearchModelProposal } from '../settings/search-model-proposal.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { CardGrid } from '../ui/card-grid.js';
import { EmptyState } from '../ui/empty-state.js';
import { NameDialog } from '../ui/name-dialog.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';

export function KnowledgePage() {
  const bases = useKnowledgeBases({ isPage: true });
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
      {texts.knowledge.create}
    </Button>
  );
  return (
    <Page title={texts.knowledge.title} subtitle={texts.knowledge.subtitle} actions={create}>
      <div className="mb-4 empty:hidden">
        <SearchModelProposal />
      </div>
      <QueryState query={bases}>
        {({ rows }) => {
          const shown = rows.filter((base) => base.kind !== 'conversation');
          return shown.length === 0 ? (
            <EmptyState icon={<Library size={30} />} title={texts.knowledge.none}>
              {texts.knowledge.noneHint}
            </EmptyState>
          ) : (
            <CardGrid
              rows={shown}
              icon={<Library size={16} />}
              facts={(base) =>
                [texts.common.items(base.items), texts.knowledge.visibilities[base.sharing.visibility]].join(
                  ' · ',
                )
              }
              link={(base, content, className) => (
                <Link to="/knowledge/$baseId" params={{ baseId: base.id }} className={className}>
                  {content}
                </Link>
              )}
            />
          );
        }}
      </QueryState>
      {creating ? (
        <NameDialog
          title={texts.knowledge.create}
          description=""
          action={texts.common.create}
          onClose={() => setCreating(false)}
          onSubmit={async (name, description) => {
            const base = await createBase({ name, description });
            await client.invalidateQueries({ queryKey: basesKey });
            await navigate({ to: '/knowledge/$baseId', params: { baseId: base.id } });
          }}
        />
      ) : null}
    </Page>
  );
}
