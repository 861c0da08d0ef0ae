import { useState } from 'react';
import { useKnowledgeBases } from '../api/library.js';
import { useSession } from '../api/session.js';
import { useChangeSettings, useOwnSettings } from '../api/settings.js';
import type { OwnSettings } from '../api/settings.js';
import { useTheme } from '../shell/theme.js';
import type { Theme } from '../shell/theme.js';
import { languages, storedLanguage, storeLanguage } from '../texts/language.js';
import type { Language } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { CheckField, TextArea, TextField } from '../ui/field.js';
import { QueryState } from '../ui/query-state.js';
import { SaveForm } from '../ui/save-form.js';
import { Segments } from '../ui/segments.js';
import { Section } from './section.js';

export function GeneralSection() {
  const settings = useOwnSettings();
  const { theme, setTheme } = useTheme();
  const session = useSession().data;
  return (
    <>
      <Section
        title={texts.settings.appearance}
        {...(session?.mode === 'local' ? { hint: texts.settings.localMode } : {})}
      >
        <Segments<Theme>
          label={texts.navigation.theme}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'system', label: texts.navigation.themeSystem },
            { value: 'light', label: texts.navigation.themeLight },
            { value: 'dark', label: texts.navigation.themeDark },
          ]}
        />
      </Section>
      <Section title={texts.settings.language} hint={texts.settings.languageHint}>
        <LanguageChoice />
      </Section>
      <Section title={texts.settings.knowledgeOn} hint={texts.settings.knowledgeOnHint}>
        <QueryState query={settings}>{(data) => <KnowledgeSwitches settings={data} />}</QueryState>
      </Section>
      <Section title={texts.settings.reminderTitle} hint={texts.settings.reminderHint}>
        <QueryState query={settings}>{(data) => <ReminderForm settings={data} />}</QueryState>
      </Section>
    </>
  );
}

/** Stored in this browser, like the theme. The page reloads in the other language, because texts are read once. */
function LanguageChoice() {
  return (
    <Segments<Language | 'browser'>
      label={texts.settings.language}
      value={storedLanguage() ?? 'browser'}
      onChange={(next) => {
        storeLanguage(next === 'browser' ? null : next);
        window.location.reload();
      }}
      options={[
        { value: 'browser', label: texts.settings.languageBrowser },
        ...(Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] })),
      ]}
    />
  );
}

/** AGR-7: users can switch off knowledge bases for themselves. */
function KnowledgeSwitches({ settings }: { settings: OwnSettings }) {
  const bases = (useKnowledgeBases().data?.rows ?? []).filter((base) => base.kind === 'standard');
  const change = useChangeSettings();
  const off = settings.user.disabledKnowledgeBases;
  if (bases.length === 0) return <p className="text-sm text-soft">{texts.knowledge.none}</p>;
  return (
    <div className="flex flex-col gap-2">
      {bases.map((base) => (
        <CheckField
          key={base.id}
          label={base.name}
          checked={!off.includes(base.id)}
          onChange={(event) =>
            change.mutate({
              user: {
                disabledKnowledgeBases: event.target.checked
                  ? off.filter((id) => id !== base.id)
                  : [...off, base.id],
              },
            })
          }
        />
      ))}
    </div>
  );
}

function ReminderForm({ settings }: { settings: OwnSettings }) {
  const [reminder, setReminder] = useState(settings.user.reminder ?? '');
  const [timeZone, setTimeZone] = useState(settings.user.timeZone);
  const change = useChangeSettings();
  return (
    <SaveForm
      onSave={() =>
        change.mutateAsync({ user: { reminder: reminder.trim() === '' ? null : reminder, timeZone } })
      }
    >
      <TextArea
        hideLabel
        label={texts.settings.reminder}
        rows={3}
        value={reminder}
        onChange={(event) => setReminder(event.target.value)}
      />
      <TextField
        label={texts.settings.timeZone}
        hint={texts.settings.timeZoneHint(Intl.DateTimeFormat().resolvedOptions().timeZone)}
        value={timeZone}
        onChange={(event) => setTimeZone(event.target.value)}
      />
    </SaveForm>
  );
}
