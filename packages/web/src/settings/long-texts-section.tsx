import { useState } from 'react';
import { useChangeSettings, useSettings } from '../api/settings.js';
import type { Settings } from '../api/settings.js';
import { texts } from '../texts/texts.js';
import { CheckField, TextField } from '../ui/field.js';
import { QueryState } from '../ui/query-state.js';
import { SaveForm } from '../ui/save-form.js';
import { Section } from './section.js';

const MEBIBYTE = 1024 * 1024;

/** Which texts are stored under a handle, and from which size, for administrators (FD-1, FD-7, CTX-9). */
export function LongTextsSection() {
  const settings = useSettings();
  return (
    <Section title={texts.settings.longTexts} hint={texts.settings.longTextsHint}>
      <QueryState query={settings}>{(data) => <LongTextsForm system={data.system} />}</QueryState>
    </Section>
  );
}

function LongTextsForm({ system }: { system: Settings['system'] }) {
  const change = useChangeSettings();
  const [enabled, setEnabled] = useState(system.descriptors.enabled !== false);
  const [summaries, setSummaries] = useState(system.context.pastResultSummaries === true);
  const [sizes, setSizes] = useState({
    toolResultTokens: String(system.descriptors.toolResultTokens ?? ''),
    userInputTokens: String(system.descriptors.userInputTokens ?? ''),
    previewTokens: String(system.descriptors.previewTokens ?? ''),
    quota: String((system.descriptors.quotaBytes ?? 0) / MEBIBYTE),
  });
  const save = () =>
    change.mutateAsync({
      system: {
        context: { pastResultSummaries: summaries },
        descriptors: {
          enabled,
          toolResultTokens: Number(sizes.toolResultTokens),
          userInputTokens: Number(sizes.userInputTokens),
          previewTokens: Number(sizes.previewTokens),
          quotaBytes: Math.round(Number(sizes.quota) * MEBIBYTE),
        },
      },
    });
  const size = (name: keyof typeof sizes, label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      type="number"
      min={1}
      step={name === 'quota' ? 'any' : 1}
      required
      disabled={!enabled}
      className="max-w-32"
      value={sizes[name]}
      onChange={(event) => setSizes({ ...sizes, [name]: event.target.value })}
    />
  );
  return (
    <SaveForm onSave={save}>
      <CheckField
        label={texts.settings.handlesOn}
        hint={texts.settings.handlesOnHint}
        checked={enabled}
        onChange={(event) => setEnabled(event.target.checked)}
      />
      {size('toolResultTokens', texts.settings.toolResultTokens, texts.settings.toolResultTokensHint)}
      {size('userInputTokens', texts.settings.userInputTokens, texts.settings.userInputTokensHint)}
      {size('previewTokens', texts.settings.previewTokens, texts.settings.previewTokensHint)}
      {size('quota', texts.settings.handleQuota, texts.settings.handleQuotaHint)}
      <CheckField
        label={texts.settings.resultSummaries}
        hint={texts.settings.resultSummariesHint}
        checked={summaries}
        onChange={(event) => setSummaries(event.target.checked)}
      />
    </SaveForm>
  );
}
