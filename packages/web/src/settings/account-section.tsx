import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keysKey } from '../api/keys.js';
import { sessionsKey, useOwnSessions } from '../api/own-account.js';
import type { OwnSession } from '../api/own-account.js';
import { request } from '../api/request.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { CheckField, TextField } from '../ui/field.js';
import { QueryState } from '../ui/query-state.js';
import { SaveForm } from '../ui/save-form.js';
import { SecondFactorSection } from './second-factor-section.js';
import { Section } from './section.js';

/** ORG-1: the user's password and sessions. */
export function AccountSection() {
  return (
    <>
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
    </>
  );
}

const empty = { current: '', password: '', withdrawKeys: true };

function PasswordSection() {
  const client = useQueryClient();
  const [form, setForm] = useState(empty);
  const change = (part: Partial<typeof empty>) => setForm((now) => ({ ...now, ...part }));
  const save = async () => {
    await request('POST /api/password', { body: form });
    setForm(empty);
    await client.invalidateQueries({ queryKey: sessionsKey });
    await client.invalidateQueries({ queryKey: keysKey });
  };
  return (
    <Section title={texts.settings.ownPassword} hint={texts.settings.ownPasswordHint}>
      <SaveForm onSave={save}>
        <TextField
          label={texts.settings.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          value={form.current}
          onChange={(event) => change({ current: event.target.value })}
        />
        <TextField
          label={texts.settings.newPassword}
          hint={texts.account.passwordHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          value={form.password}
          onChange={(event) => change({ password: event.target.value })}
        />
        <CheckField
          label={texts.settings.withdrawKeys}
          hint={texts.settings.withdrawKeysHint}
          checked={form.withdrawKeys}
          onChange={(event) => change({ withdrawKeys: event.target.checked })}
        />
      </SaveForm>
    </Section>
  );
}

function SessionsSection() {
  const sessions = useOwnSessions();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: sessionsKey });
  const end = async (session: OwnSession) => {
    await request('DELETE /api/sessions/{id}', { path: { id: session.id } });
    await refresh();
  };
  const endOthers = async () => {
    await request('DELETE /api/sessions', {});
    await refresh();
  };
  return (
    <Section
      title={texts.settings.sessions}
      hint={texts.settings.sessionsHint}
      actions={<Button onClick={() => void endOthers()}>{texts.settings.endOtherSessions}</Button>}
    >
      <QueryState query={sessions}>
        {({ rows }) => (
          <ul className="flex flex-col" aria-label={texts.settings.sessions}>
            {rows.map((session) => (
              <li key={session.id} className="flex items-center gap-3 border-b py-2.5 last:border-b-0">
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">
                    {session.browser
                      ? texts.settings.browser(session.browser)
                      : texts.settings.unknownBrowser}
                    {session.isThis ? ` · ${texts.settings.thisSession}` : ''}
                  </span>
                  <span className="block truncate text-xs text-soft">
                    {[session.address, texts.settings.lastSeen(timeOf(session))].filter(Boolean).join(' · ')}
                  </span>
                </span>
                {session.isThis ? null : (
                  <Button onClick={() => void end(session)}>{texts.settings.endSession}</Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  );
}

function timeOf({ seenAt, createdAt }: OwnSession): string {
  return new Date(seenAt ?? createdAt).toLocaleString(dateLocale());
}
