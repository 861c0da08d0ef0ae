import { useState } from 'react';
import { useSession } from '../api/session.js';
import { useChangeSettings, useSettings } from '../api/settings.js';
import type { Settings } from '../api/settings.js';
import { texts } from '../texts/texts.js';
import { CheckField, SelectField, TextArea, TextField } from '../ui/field.js';
import { QueryState } from '../ui/query-state.js';
import { SaveForm } from '../ui/save-form.js';
import { LongTextsSection } from './long-texts-section.js';
import { Section } from './section.js';
import { toolFlags } from './tool-flags.js';

/** Settings for all answers, for administrators: tools, steps, and a reminder for everyone. */
export function AnsweringSection() {
  const settings = useSettings();
  return (
    <>
      <Section title={texts.settings.sections.answering} hint={texts.settings.answeringHint}>
        <QueryState query={settings}>{(data) => <AnsweringForm system={data.system} />}</QueryState>
      </Section>
      <LongTextsSection />
    </>
  );
}

function AnsweringForm({ system }: { system: Settings['system'] }) {
  const change = useChangeSettings();
  const [flags, setFlags] = useState(toolFlags(system.tools));
  const [hosts, setHosts] = useState((system.reachableHosts ?? []).join('\n'));
  const [steps, setSteps] = useState(String(system.maxSteps));
  const [reminder, setReminder] = useState(system.reminder ?? '');
  const [newer, setNewer] = useState(system.preferNewer);
  const [ocr, setOcr] = useState(system.ocr.enabled);
  const [languages, setLanguages] = useState((system.ocr.languages ?? []).join(', '));
  const isLogin = useSession().data?.mode === 'login';
  const [links, setLinks] = useState(system.sharedLinks);
  const save = () =>
    change.mutateAsync({
      system: {
        tools: { ...system.tools, ...flags },
        maxSteps: Number(steps),
        reachableHosts: hosts.trim() === '' ? null : hosts.trim().split(/[\s,]+/u),
        sharedLinks: links,
        preferNewer: newer,
        ocr: {
          enabled: ocr,
          languages: languages.trim() === '' ? null : languages.trim().split(/[\s,+]+/u),
        },
        reminder: reminder.trim() === '' ? null : reminder,
      },
    });
  return (
    <SaveForm onSave={save}>
      <CheckField
        label={texts.settings.toolAgentic}
        hint={texts.settings.toolAgenticHint}
        checked={flags.agentic}
        onChange={(event) => setFlags({ ...flags, agentic: event.target.checked })}
      />
      <SelectField
        label={texts.settings.searchFirst}
        hint={texts.settings.searchFirstHint}
        value={flags.searchFirst}
        onChange={(event) => setFlags(toolFlags({ ...flags, searchFirst: event.target.value }))}
      >
        {Object.entries(texts.settings.searchFirstChoices).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <CheckField
        label={texts.settings.preferNewer}
        hint={texts.settings.preferNewerHint}
        checked={newer}
        onChange={(event) => setNewer(event.target.checked)}
      />
      <CheckField
        label={texts.settings.ocr}
        hint={texts.settings.ocrHint}
        checked={ocr}
        onChange={(event) => setOcr(event.target.checked)}
      />
      {ocr ? (
        <TextField
          label={texts.settings.ocrLanguages}
          hint={texts.settings.ocrLanguagesHint}
          value={languages}
          onChange={(event) => setLanguages(event.target.value)}
        />
      ) : null}
      <CheckField
        label={texts.settings.toolWeb}
        hint={texts.settings.toolWebHint}
        checked={flags.openUrl}
        onChange={(event) => setFlags({ ...flags, openUrl: event.target.checked })}
      />
      <TextArea
        label={texts.settings.reachableHosts}
        hint={texts.settings.reachableHostsHint}
        rows={3}
        value={hosts}
        onChange={(event) => setHosts(event.target.value)}
      />
      <CheckField
        label={texts.settings.secondOpinion}
        hint={texts.settings.secondOpinionHint}
        checked={flags.secondOpinion}
        onChange={(event) => setFlags({ ...flags, secondOpinion: event.target.checked })}
      />
      <CheckField
        label={texts.settings.repair}
        hint={texts.settings.repairHint}
        checked={flags.repair}
        onChange={(event) => setFlags({ ...flags, repair: event.target.checked })}
      />
      <CheckField
        label={texts.settings.against}
        hint={texts.settings.againstHint}
        checked={flags.against}
        onChange={(event) => setFlags({ ...flags, against: event.target.checked })}
      />
      {isLogin ? (
        <CheckField
          label={texts.settings.linksOn}
          hint={texts.settings.linksOnHint}
          checked={links}
          onChange={(event) => setLinks(event.target.checked)}
        />
      ) : null}
      <TextField
        label={texts.settings.maxSteps}
        hint={texts.settings.maxStepsHint}
        type="number"
        min={1}
        max={50}
        required
        className="max-w-32"
        value={steps}
        onChange={(event) => setSteps(event.target.value)}
      />
      <TextArea
        label={texts.settings.reminderAll}
        hint={texts.settings.reminderAllHint}
        rows={3}
        value={reminder}
        onChange={(event) => setReminder(event.target.value)}
      />
    </SaveForm>
  );
}
