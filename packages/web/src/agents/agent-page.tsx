import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { MessageSquarePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { changeAgent, deleteAgent, useAgent } from '../api/agents.js';
import { ApiError } from '../api/api-error.js';
import { agentsKey } from '../api/library.js';
import type { Agent } from '../api/types.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { texts } from '../texts/texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';
import { SharingForm } from '../ui/sharing-form.js';
import { AgentForm } from './agent-form.js';

export function AgentPage() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  const agent = useAgent(agentId);
  const client = useQueryClient();
  if (agent.error instanceof ApiError && agent.error.status === 404) return <NotFoundPage />;
  return (
    <Page
      title={agent.data?.name ?? ''}
      subtitle={agent.data?.description ?? ''}
      actions={agent.data === undefined ? null : <Actions agent={agent.data} />}
    >
      <QueryState query={agent}>
        {(data) => (
          <div className="flex flex-col gap-10">
            <AgentForm key={data.id} agent={data} />
            {data.isOwner ? (
              <section>
                <h2 className="mb-3 font-serif text-xl">{texts.knowledge.sharing}</h2>
                <SharingForm
                  sharing={data.sharing}
                  onSave={async (sharing) => {
                    await changeAgent(data.id, { sharing });
                    await client.invalidateQueries({ queryKey: agentsKey });
                  }}
                />
              </section>
            ) : null}
          </div>
        )}
      </QueryState>
    </Page>
  );
}

function Actions({ agent }: { agent: Agent }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <>
      <Link
        to="/"
        search={{ agent: agent.id }}
        className="inline-flex min-h-9 items-center gap-2 rounded-lg bg-accent px-3 text-sm font-medium text-on-accent"
      >
        <MessageSquarePlus size={16} />
        {texts.agents.start}
      </Link>
      {agent.isOwner ? (
        <IconButton label={texts.agents.delete} onClick={() => setAsking(true)}>
          <Trash2 size={17} />
        </IconButton>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title={texts.agents.delete}
          question={texts.agents.deleteQuestion}
          action={texts.common.delete}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await deleteAgent(agent.id);
            await navigate({ to: '/agents' });
            await client.invalidateQueries({ queryKey: agentsKey });
          }}
        />
      ) : null}
    </>
  );
}
