import { useAgents, useModels } from '../api/library.js';
import { texts } from '../texts/en.js';

const look =
  'h-8 max-w-40 min-w-0 shrink cursor-pointer truncate rounded-lg bg-transparent px-1.5 text-xs text-soft hover:bg-panel hover:text-ink';

/** Agent and model, for this conversation from now on. Nothing to choose: nothing shown. */
export function ComposerOptions(props: {
  agentId: string;
  modelId: string;
  onAgent: (id: string) => void;
  onModel: (id: string) => void;
}) {
  const agents = useAgents().data?.rows ?? [];
  const list = useModels().data;
  const models = list?.rows ?? [];
  const usual = models.find((model) => model.id === list?.current.chat)?.name;
  return (
    <div className="flex min-w-0 flex-1">
      {agents.length === 0 ? null : (
        <select
          aria-label={texts.composer.agent}
          className={look}
          value={props.agentId}
          onChange={(event) => props.onAgent(event.target.value)}
        >
          <option value="">{texts.composer.noAgent}</option>
          {agents.map((agent) => (
            <option key={agent.id} value={agent.id}>
              {agent.name}
            </option>
          ))}
        </select>
      )}
      {models.length < 2 ? null : (
        <select
          aria-label={texts.composer.model}
          className={look}
          value={props.modelId}
          onChange={(event) => props.onModel(event.target.value)}
        >
          <option value="">
            {texts.composer.defaultModel}
            {usual === undefined ? '' : `: ${usual}`}
          </option>
          {models.map((model) => (
            <option key={model.id} value={model.id}>
              {model.name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
