import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeAgent } from '../api/agents.js';
import { agentsKey, useKnowledgeBases, useModels } from '../api/library.js';
import { useTools } from '../api/tools.js';
import type { Agent } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { CheckField, SelectField, TextArea, TextField } from '../ui/field.js';
import { SaveForm } from '../ui/save-form.js';

export function AgentForm({ agent }: { agent: Agent }) {
  const client = useQueryClient();
  const [fields, setFields] = useState(agent);
  const bases = (useKnowledgeBases().data?.rows ?? []).filter((base) => base.kind === 'standard');
  const models = useModels().data?.rows ?? [];
  const tools = withChosen(useTools().data?.rows ?? [], agent.tools ?? []);
  const set = (change: Partial<Agent>) => setFields((now) => ({ ...now, ...change }));
  const chosen = fields.knowledgeBaseIds ?? [];
  const save = async () => {
    const { name, description, prompt, replaceSystemPrompt, reminder, modelId, knowledgeBaseIds } = fields;
    await changeAgent(agent.id, {
      name: name.trim(),
      description,
      prompt,
      replaceSystemPrompt,
      reminder: reminder?.trim() ? reminder : null,
      modelId,
      options: fields.options,
      tools: fields.tools?.length ? fields.tools : null,
      knowledgeBaseIds: knowledgeBaseIds?.length ? knowledgeBaseIds : null,
    });
    await client.invalidateQueries({ queryKey: agentsKey });
  };
  return (
    <SaveForm onSave={save}>
      <TextField
        label={texts.common.name}
        required
        value={fields.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label={texts.common.description}
        value={fields.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <TextArea
        label={texts.agents.prompt}
        hint={texts.agents.promptHint}
        rows={10}
        value={fields.prompt}
        onChange={(event) => set({ prompt: event.target.value })}
      />
      <CheckField
        label={texts.agents.replace}
        hint={texts.agents.replaceHint}
        checked={fields.replaceSystemPrompt}
        onChange={(event) => set({ replaceSystemPrompt: event.target.checked })}
      />
      <TextField
        label={texts.agents.reminder}
        hint={texts.agents.reminderHint}
        value={fields.reminder ?? ''}
        onChange={(event) => set({ reminder: event.target.value })}
      />
      <SelectField
        label={texts.agents.model}
        value={fields.modelId ?? ''}
        onChange={(event) => set({ modelId: event.target.value === '' ? null : event.target.value })}
      >
        <option value="">{texts.composer.defaultModel}</option>
        {models.map((model) => (
          <option key={model.id} value={model.id}>
            {model.name}
          </option>
        ))}
      </SelectField>
      <CheckField
        label={texts.agents.askFirst}
        hint={texts.agents.askFirstHint}
        checked={fields.options['requirePreselectedContexts'] === true}
        onChange={(event) =>
          set({ options: { ...fields.options, requirePreselectedContexts: event.target.checked } })
        }
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="text-sm font-medium">{texts.agents.tools}</legend>
        <p className="text-xs text-soft">{texts.agents.toolsHint}</p>
        {tools.map(({ name, title, description }) => (
          <CheckField
            key={name}
            label={texts.agents.toolNames[name] ?? title ?? name}
            {...(texts.agents.toolNames[name] === undefined && description !== ''
              ? { hint: firstSentence(description) }
              : {})}
            checked={fields.tools?.includes(name) ?? false}
            onChange={(event) => {
              const others = (fields.tools ?? []).filter((tool) => tool !== name);
              set({ tools: event.target.checked ? [...others, name] : others });
            }}
          />
        ))}
      </fieldset>
      {bases.length === 0 ? null : (
        <fieldset className="flex flex-col gap-2">
          <legend className="text-sm font-medium">{texts.agents.knowledge}</legend>
          <p className="text-xs text-soft">{texts.agents.knowledgeHint}</p>
          {bases.map((base) => (
            <CheckField
              key={base.id}
              label={base.name}
              checked={chosen.includes(base.id)}
              onChange={(event) =>
                set({
                  knowledgeBaseIds: event.target.checked
                    ? [...chosen, base.id]
                    : chosen.filter((id) => id !== base.id),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </SaveForm>
  );
}

interface Tool {
  name: string;
  title: string | null;
  description: string;
}

/** Keeps a chosen tool in the list even if it is now switched off: saving must not lose it. */
function withChosen(tools: Tool[], chosen: readonly string[]): Tool[] {
  const missing = chosen.filter((name) => tools.every((tool) => tool.name !== name));
  return [...tools, ...missing.map((name) => ({ name, title: null, description: texts.agents.toolOff }))];
}

function firstSentence(text: string): string {
  return (/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text).slice(0, 200);
}
