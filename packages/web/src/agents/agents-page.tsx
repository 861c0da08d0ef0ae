import { Link, useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Bot, Plus } from 'lucide-react';
import { useState } from 'react';
import { createAgent } from '../api/agents.js';
import { agentsKey, useAgents } from '../api/library.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { CardGrid } from '../ui/card-grid.js';
import { EmptyState } from '../ui/empty-state.js';
import { NameDialog } from '../ui/name-dialog.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';

export function AgentsPage() {
  const agents = useAgents();
  const [creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <Page
      title={texts.agents.title}
      subtitle={texts.agents.subtitle}
      actions={
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
          {texts.agents.create}
        </Button>
      }
    >
      <QueryState query={agents}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon={<Bot size={30} />} title={texts.agents.none}>
              {texts.agents.noneHint}
            </EmptyState>
          ) : (
            <CardGrid
              rows={rows}
              icon={<Bot size={16} />}
              facts={(agent) => agent.modelId ?? texts.composer.defaultModel}
              link={(agent, content, className) => (
                <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={className}>
                  {content}
                </Link>
              )}
            />
          )
        }
      </QueryState>
      {creating ? (
        <NameDialog
          title={texts.agents.create}
          description=""
          action={texts.common.create}
          onClose={() => setCreating(false)}
          onSubmit={async (name, description) => {
            const agent = await createAgent({ name, description });
            await client.invalidateQueries({ queryKey: agentsKey });
            await navigate({ to: '/agents/$agentId', params: { agentId: agent.id } });
          }}
        />
      ) : null}
    </Page>
  );
}
