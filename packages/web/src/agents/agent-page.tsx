import { useParams } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { changeAgent, deleteAgent, useAgent } from '../api/agents.js';
import { ApiError } from '../api/api-error.js';
import { agentsKey } from '../api/library.js';
import type { Agent } from '../api/types.js';
import { NotFoundPage } from '../shell/not-found-page.js';
import { texts } from '../texts/texts.js';
import { Page } from '../ui/page.js';
import { QueryState } from '../ui/query-state.js';
import { SharingForm } from '../ui/sharing-form.js';
import { StartOrDelete } from '../ui/start-or-delete.js';
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
  const client = useQueryClient();
  return (
    <StartOrDelete
      search={{ agent: agent.id }}
      words={texts.agents}
      isOwner={agent.isOwner}
      list="/agents"
      onDelete={() => deleteAgent(agent.id)}
      onDeleted={() => client.invalidateQueries({ queryKey: agentsKey })}
    />
  );
}
