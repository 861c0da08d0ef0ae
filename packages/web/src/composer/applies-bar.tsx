import { Check, FolderClosed, Library } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAgents, useKnowledgeBases, useModels } from '../api/library.js';
import { useProjects } from '../api/projects.js';
import { texts } from '../texts/texts.js';
import { Menu, MenuItem } from '../ui/menu.js';
import type { Choices } from './choices.js';
import { ScopeChips } from './scope-chips.js';

const look =
  'field-sizing-content h-7 max-w-64 min-w-0 shrink cursor-pointer truncate rounded-lg bg-transparent px-1.5 text-xs text-soft hover:bg-panel hover:text-ink';

/** WEB-9: project, scope, agent and model, always visible, each editable in place. */
export function AppliesBar(props: { choices: Choices; onChange: (change: Partial<Choices>) => void }) {
  const { choices, onChange } = props;
  const projects = useProjects().data?.rows ?? [];
  const agents = useAgents().data?.rows ?? [];
  const list = useModels().data;
  const models = list?.rows ?? [];
  const usual = models.find((model) => model.id === list?.current.chat)?.name;
  return (
    <div
      role="group"
      aria-label={texts.composer.applies}
      data-testid="applies"
      className="flex flex-wrap items-center gap-x-1 gap-y-1 px-3 pt-2 text-xs"
    >
      {projects.length === 0 ? null : (
        <Choice
          label={texts.composer.project}
          value={choices.projectId ?? ''}
          none={texts.composer.noProject}
          options={projects}
          onChange={(projectId) => onChange({ projectId })}
        />
      )}
      {choices.scope.length === 0 ? (
        <ScopeMenu onPick={(value) => onChange({ scope: [value] })} />
      ) : (
        <ScopeChips
          scope={choices.scope}
          onRemove={(value) => onChange({ scope: choices.scope.filter((other) => other !== value) })}
          onClear={() => onChange({ scope: [] })}
        />
      )}
      {agents.length === 0 ? null : (
        <Choice
          label={texts.composer.agent}
          value={choices.agentId ?? ''}
          none={texts.composer.noAgent}
          options={agents}
          onChange={(agentId) => onChange({ agentId })}
        />
      )}
      {models.length < 2 ? (
        <span className="px-1.5 text-soft">{models[0]?.name}</span>
      ) : (
        <Choice
          label={texts.composer.model}
          value={choices.modelId ?? ''}
          none={`${texts.composer.defaultModel}${usual === undefined ? '' : `: ${usual}`}`}
          options={models}
          onChange={(modelId) => onChange({ modelId })}
        />
      )}
    </div>
  );
}

function Choice(props: {
  label: string;
  value: string;
  none: string;
  options: readonly { id: string; name: string }[];
  onChange: (value: string | null) => void;
}) {
  return (
    <select
      aria-label={props.label}
      className={look}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value || null)}
    >
      <option value="">{props.none}</option>
      {props.options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Chooses a knowledge base; a single document is chosen with `@`. The default searches everything. */
function ScopeMenu({ onPick }: { onPick: (value: string) => void }) {
  const bases = (useKnowledgeBases().data?.rows ?? []).filter((base) => base.kind === 'standard');
  if (bases.length === 0) return <Word icon={<Library size={13} />}>{texts.composer.everything}</Word>;
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={texts.composer.chooseScope}
          className={`${look} flex items-center gap-1.5`}
        >
          <Library size={13} className="shrink-0 text-accent" />
          {texts.composer.everything}
        </button>
      }
    >
      <MenuItem icon={<Check size={14} />} onSelect={() => undefined}>
        {texts.composer.everything}
      </MenuItem>
      {bases.map((base) => (
        <MenuItem key={base.id} icon={<FolderClosed size={14} />} onSelect={() => onPick(base.id)}>
          <bdi className="max-w-64 truncate">{base.name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}

function Word({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5 px-1.5 text-soft">
      {icon}
      {children}
    </span>
  );
}
