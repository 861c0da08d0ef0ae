import { useState } from 'react';
import { useChangeSettings, useSettings } from '../api/settings.js';
import type { Settings } from '../api/settings.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { TextArea } from '../ui/field.js';
import { QueryState } from '../ui/query-state.js';
import { SaveForm } from '../ui/save-form.js';
import { PromptPreview } from './prompt-preview.js';
import { Section } from './section.js';

/** CTX-2: the stored prompt, or the packaged one while none is stored; an empty stored prompt means none. */
export function PromptSection() {
  const settings = useSettings();
  return (
    <Section title={texts.settings.promptTitle} hint={texts.settings.promptHint}>
      <QueryState query={settings}>{(data) => <PromptForm settings={data} />}</QueryState>
    </Section>
  );
}

function PromptForm({ settings }: { settings: Settings }) {
  const [prompt, setPrompt] = useState<string | null>(settings.system.systemPrompt);
  const change = useChangeSettings();
  return (
    <div className="flex flex-col gap-8">
      <SaveForm
        onSave={() => change.mutateAsync({ system: { systemPrompt: prompt } })}
        actions={
          <Button disabled={prompt === null} onClick={() => setPrompt(null)}>
            {texts.settings.promptDefault}
          </Button>
        }
      >
        <TextArea
          hideLabel
          label={texts.settings.promptTitle}
          rows={16}
          className="font-mono text-xs"
          value={prompt ?? settings.defaults.systemPrompt}
          onChange={(event) => setPrompt(event.target.value)}
        />
      </SaveForm>
      <PromptPreview prompt={prompt ?? settings.defaults.systemPrompt} />
    </div>
  );
}
