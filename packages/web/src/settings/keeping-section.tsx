import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { request } from '../api/request.js';
import { useChangeSettings, useSettings } from '../api/settings.js';
import type { Settings } from '../api/settings.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { SaveForm } from '../ui/save-form.js';
import { Section } from './section.js';

/** ORG-3, ORG-4: retention and backups, for administrators. */
export function KeepingSection() {
  const system = useSettings().data?.system;
  if (!system) return null;
  return (
    <>
      <RetentionForm retention={system.retention} />
      <BackupForm schedule={system.backups} />
    </>
  );
}

const NAMES = ['conversationDays', 'jobDays', 'usageDays'] as const;

function RetentionForm({ retention }: { retention: Settings['system']['retention'] }) {
  const [days, setDays] = useState(() => ({
    conversationDays: typed(retention.conversationDays),
    jobDays: typed(retention.jobDays),
    usageDays: typed(retention.usageDays),
  }));
  const change = useChangeSettings();
  return (
    <Section title={texts.keeping.retention} hint={texts.keeping.retentionHint}>
      <SaveForm
        onSave={() =>
          change.mutateAsync({
            system: {
              retention: {
                conversationDays: number(days.conversationDays),
                jobDays: number(days.jobDays),
                usageDays: number(days.usageDays),
              },
            },
          })
        }
      >
        {NAMES.map((name) => (
          <TextField
            key={name}
            label={texts.keeping.days[name]}
            hint={texts.keeping.daysHints[name]}
            type="number"
            min={name === 'usageDays' ? 31 : 1}
            max={36_500}
            value={days[name]}
            onChange={(event) => setDays((now) => ({ ...now, [name]: event.target.value }))}
          />
        ))}
        <Due days={days} />
      </SaveForm>
    </Section>
  );
}

/** Previews what the entered values would delete. */
function Due({ days }: { days: Record<(typeof NAMES)[number], string> }) {
  const due = useQuery({
    queryKey: ['retention', days],
    queryFn: ({ signal }) =>
      request('GET /api/retention', {
        query: {
          conversationDays: number(days.conversationDays),
          jobDays: number(days.jobDays),
          usageDays: number(days.usageDays),
        },
        signal,
      }),
    retry: false,
  }).data;
  const isNothing = !due || due.conversations + due.jobs + due.usage === 0;
  return (
    <div role="status" className="text-sm">
      {isNothing ? (
        texts.keeping.nothingDue
      ) : (
        <Notice tone="warning">{texts.keeping.due(due.conversations, due.jobs, due.usage)}</Notice>
      )}
    </div>
  );
}

const backupsKey = ['backups'];

function BackupForm({ schedule }: { schedule: Settings['system']['backups'] }) {
  const [hours, setHours] = useState(typed(schedule.everyHours));
  const [keep, setKeep] = useState(String(schedule.keep));
  const change = useChangeSettings();
  const client = useQueryClient();
  const state = useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => request('GET /api/backups', { signal }),
    staleTime: 0,
  }).data;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const now = () => {
    setBusy(true);
    setProblem(null);
    request('POST /api/backups', {})
      .then(() => client.invalidateQueries({ queryKey: backupsKey }))
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Section title={texts.keeping.backups} hint={texts.keeping.backupsHint}>
      <SaveForm
        onSave={() =>
          change.mutateAsync({ system: { backups: { everyHours: number(hours), keep: Number(keep) } } })
        }
        actions={
          <Button disabled={busy} onClick={now}>
            {busy ? texts.keeping.backingUp : texts.keeping.backUpNow}
          </Button>
        }
      >
        <TextField
          label={texts.keeping.everyHours}
          hint={texts.keeping.everyHoursHint}
          type="number"
          min={1}
          max={8_784}
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
        <TextField
          label={texts.keeping.keep}
          type="number"
          min={1}
          max={1_000}
          required
          value={keep}
          onChange={(event) => setKeep(event.target.value)}
        />
        {state === undefined ? null : (
          <div className="flex flex-col gap-2 text-sm">
            <p className="break-all">{texts.keeping.folder(state.folder)}</p>
            {state.isEncrypted ? null : <p className="text-soft">{texts.keeping.notEncrypted}</p>}
            <div role="status">
              {state.last === null ? (
                texts.keeping.noBackup
              ) : state.last.problem === null ? (
                texts.keeping.lastBackup(
                  new Date(state.last.at).toLocaleString(dateLocale()),
                  state.last.file ?? '',
                  state.last.bytes ?? 0,
                )
              ) : (
                <Notice tone="error">
                  {texts.keeping.backupFailed(
                    new Date(state.last.at).toLocaleString(dateLocale()),
                    state.last.problem,
                  )}
                </Notice>
              )}
            </div>
          </div>
        )}
        {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      </SaveForm>
    </Section>
  );
}

function typed(value: number | null | undefined): string {
  return value == null ? '' : String(value);
}

function number(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
