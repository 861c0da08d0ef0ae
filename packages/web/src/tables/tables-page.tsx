import { Link } from '@tanstack/react-router';
import { Plus, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useKnowledgeBases } from '../api/library.js';
import { useTables } from '../api/tables.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { CardGrid } from '../ui/card-grid.js';
import { EmptyState } from '../ui/empty-state.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';
import { NewTableDialog } from './new-table-dialog.js';

export function TablesPage() {
  const tables = useTables();
  const bases = useKnowledgeBases();
  const [creating, setCreating] = useState(false);
  const hasDocuments = bases.data?.rows.some(({ items }) => items > 0) ?? true;
  const create = (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      disabled={!hasDocuments}
      onClick={() => setCreating(true)}
    >
      {texts.tables.create}
    </Button>
  );
  return (
    <Page title={texts.tables.title} subtitle={texts.tables.subtitle} actions={create}>
      <QueryState query={tables}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<Table2 size={30} />}
              title={texts.tables.none}
              action={
                hasDocuments ? undefined : (
                  <Link to="/knowledge" className="text-sm font-medium text-accent underline">
                    {texts.tables.toKnowledge}
                  </Link>
                )
              }
            >
              {hasDocuments ? texts.tables.noneHint : texts.tables.noBases}
            </EmptyState>
          ) : (
            <CardGrid
              rows={rows.map((table) => ({
                ...table,
                description: table.columns.map(({ name }) => name).join(' · '),
              }))}
              icon={<Table2 size={16} />}
              facts={(table) => texts.tables.counts(table.rows, table.columns.length)}
              link={(table, content, className) => (
                <Link to="/tables/$tableId" params={{ tableId: table.id }} className={className}>
                  {content}
                </Link>
              )}
            />
          )
        }
      </QueryState>
      {creating ? <NewTableDialog onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
