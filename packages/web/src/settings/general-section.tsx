import { useState } from 'react';
import { useSession } from '../api/session.js';
import { useChangeSettings, useSettings } from '../api/settings.js';
import type { Settings } from '../api/settings.js';
import { useTheme } from '../shell/theme.js';
import type { Theme } from '../shell/theme.js';
import { texts } from '../texts/en.js';
import { TextArea } from '../ui/field.js';
import { QueryState } from '../ui/query-state.js';
import { SaveForm } from '../ui/save-form.js';
import { Segments } from '../ui/segments.js';
import { Section } from './section.js';

export function GeneralSection() {
  const settings = useSettings();
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
      <Section title={texts.settings.reminderTitle} hint={texts.settings.reminderHint}>
        <QueryState query={settings}>{(data) => <ReminderForm settings={data} />}</QueryState>
      </Section>
    </>
  );
}

function ReminderForm({ settings }: { settings: Settings }) {
  const [reminder, setReminder] = useState(settings.user.reminder ?? '');
  const change = useChangeSettings();
  return (
    <SaveForm
      onSave={() => change.mutateAsync({ user: { reminder: reminder.trim() === '' ? null : reminder } })}
    >
      <TextArea
        hideLabel
        label={texts.settings.reminder}
        rows={3}
        value={reminder}
        onChange={(event) => setReminder(event.target.value)}
      />
    </SaveForm>
  );
}
