import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { auditFileAddress, useAuditLines, verifyAudit } from '../api/audit.js';
import type { AuditCheck, AuditFields, AuditLine } from '../api/audit.js';
import { useChangeSettings, useSettings } from '../api/settings.js';
import { useUsers } from '../api/users.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { SelectField, TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { SaveForm } from '../ui/save-form.js';
import { Section } from './section.js';
import { ScrollRegion } from '../ui/scroll-region.js';

const everything: AuditFields = { action: '', actorId: '', outcome: '', from: '', to: '' };

/** ORG-2: who did what, for administrators. */
export function AuditSection() {
  const [filter, setFilter] = useState(everything);
  return (
    <>
      <Section title={texts.settings.sections.audit} hint={texts.settings.audit.hint}>
        <div className="flex flex-col gap-4">
          <Filters filter={filter} onChange={setFilter} />
          <div className="flex flex-wrap items-center gap-2">
            {(['csv', 'jsonl'] as const).map((format) => (
              <a
                key={format}
                href={auditFileAddress(filter, format)}
                download
                className="inline-flex items-center gap-1.5 rounded-lg border px-3 py-1.5 text-sm hover:bg-panel"
              >
                <Download size={16} aria-hidden="true" /> {texts.settings.audit.save[format]}
              </a>
            ))}
            <Check />
          </div>
          <Lines filter={filter} />
        </div>
      </Section>
      <Retention />
    </>
  );
}

function Filters({ filter, onChange }: { filter: AuditFields; onChange: (filter: AuditFields) => void }) {
  const users = useUsers().data?.rows ?? [];
  const change = (part: Partial<AuditFields>) => onChange({ ...filter, ...part });
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <SelectField
        label={texts.settings.audit.action}
        value={filter.action}
        onChange={(event) => change({ action: event.target.value })}
      >
        <option value="">{texts.settings.audit.all}</option>
        {Object.entries(texts.settings.audit.kinds).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.settings.audit.person}
        value={filter.actorId}
        onChange={(event) => change({ actorId: event.target.value })}
      >
        <option value="">{texts.settings.audit.everybody}</option>
        {users.map((user) => (
          <option key={user.id} value={user.id}>
            {user.name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.settings.audit.outcome}
        value={filter.outcome}
        onChange={(event) => change({ outcome: event.target.value as AuditFields['outcome'] })}
      >
        <option value="">{texts.settings.audit.all}</option>
        {Object.entries(texts.settings.audit.outcomes).map(([outcome, name]) => (
          <option key={outcome} value={outcome}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={texts.settings.audit.from}
        type="date"
        value={filter.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        label={texts.settings.audit.to}
        type="date"
        value={filter.to}
        onChange={(event) => change({ to: event.target.value })}
      />
    </div>
  );
}

function Lines({ filter }: { filter: AuditFields }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useAuditLines(filter);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  if (error) return <Notice tone="error">{messageOf(error)}</Notice>;
  if (data && rows.length === 0) return <p className="text-sm text-soft">{texts.settings.audit.none}</p>;
  return (
    <>
      <ScrollRegion label={texts.settings.audit.lines} className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b text-xs text-soft">
              {[
                texts.settings.audit.when,
                texts.settings.audit.person,
                texts.settings.audit.action,
                texts.settings.audit.what,
                texts.settings.audit.where,
                texts.settings.audit.outcome,
              ].map((name) => (
                <th key={name} scope="col" className="py-1.5 pe-4 text-start font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((line) => (
              <Line key={line.seq} line={line} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {hasNextPage ? (
        <div>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.settings.audit.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Translated if known, otherwise as in the log. */
const worded = (words: Record<string, string>, name: string) => words[name] ?? name;

function detailOf(line: AuditLine, name: string, value: unknown): string {
  const { details, values } = texts.settings.audit;
  const shown = (Array.isArray(value) ? value : [value]).map((each: unknown) =>
    typeof each === 'string'
      ? (line.names[each] ?? worded(values, each))
      : worded(values, JSON.stringify(each)),
  );
  return `${worded(details, name)}: ${shown.join(', ')}`;
}

/** In local mode the server has an English name for the user. */
const actorName = (actor: AuditLine['actor']) =>
  actor?.id === 'local' ? texts.conversation.you : actor?.name;

function Line({ line }: { line: AuditLine }) {
  const { audit } = texts.settings;
  const { target } = line;
  const details = Object.entries(line.details).map(([name, value]) => detailOf(line, name, value));
  return (
    <tr className="border-b align-top last:border-b-0">
      <td className="py-1.5 pe-4 whitespace-nowrap tabular-nums">
        {new Date(line.at).toLocaleString(dateLocale())}
      </td>
      <td className="max-w-40 truncate py-1.5 pe-4">
        <bdi>{actorName(line.actor) ?? (line.via === 'system' ? audit.system : audit.nobody)}</bdi>
      </td>
      <td className="min-w-32 py-1.5 pe-4" title={line.action}>
        {worded(audit.actions, line.action)}
      </td>
      <td className="min-w-40 py-1.5 pe-4 text-xs text-soft">
        {target === null ? null : (
          <span className="block break-all" title={target.id}>
            {worded(audit.targets, target.kind)} <bdi>{line.names[target.id] ?? target.id}</bdi>
          </span>
        )}
        {details.join(' · ')}
      </td>
      <td className="py-1.5 pe-4 text-xs whitespace-nowrap text-soft">{line.address}</td>
      <td className={line.outcome === 'done' ? 'py-1.5' : 'py-1.5 text-unsupported'}>
        {audit.outcomes[line.outcome]}
      </td>
    </tr>
  );
}

function Check() {
  const [state, setState] = useState<AuditCheck | 'busy' | Error | null>(null);
  const check = () => {
    setState('busy');
    verifyAudit().then(setState, (error: unknown) => setState(error as Error));
  };
  return (
    <>
      <Button icon={<ShieldCheck size={16} />} disabled={state === 'busy'} onClick={check}>
        {texts.settings.audit.verify}
      </Button>
      <div role="status" className="basis-full text-sm empty:hidden">
        {state === null || state === 'busy' ? null : state instanceof Error ? (
          <Notice tone="error">{messageOf(state)}</Notice>
        ) : state.faults.length > 0 ? (
          <Notice tone="error" title={texts.settings.audit.broken}>
            {state.faults.join(' ')}
          </Notice>
        ) : (
          texts.settings.audit.whole(state.lines)
        )}
      </div>
    </>
  );
}

function Retention() {
  const settings = useSettings().data;
  return settings ? <RetentionForm days={settings.system.auditDays} /> : null;
}

function RetentionForm({ days }: { days: number | null }) {
  const [value, setValue] = useState(days === null ? '' : String(days));
  const change = useChangeSettings();
  return (
    <Section title={texts.settings.audit.retention} hint={texts.settings.audit.retentionHint}>
      <SaveForm
        onSave={() =>
          change.mutateAsync({ system: { auditDays: value.trim() === '' ? null : Number(value) } })
        }
      >
        <TextField
          label={texts.settings.audit.days}
          type="number"
          min={30}
          max={36_500}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </SaveForm>
    </Section>
  );
}
