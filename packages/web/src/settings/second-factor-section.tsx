import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../api/request.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { SaveForm } from '../ui/save-form.js';
import { Section } from './section.js';

const factorKey = ['second-factor'];

/** ORG-1: a code of an app beside the password. */
export function SecondFactorSection() {
  const client = useQueryClient();
  const factor = useQuery({
    queryKey: factorKey,
    queryFn: ({ signal }) => request('GET /api/second-factor', { signal }),
    staleTime: 0,
  }).data;
  const [open, setOpen] = useState<'set-up' | 'remove' | null>(null);
  if (!factor?.isPossible) return null;
  const close = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: factorKey });
  };
  return (
    <Section
      title={texts.factor.title}
      hint={texts.factor.hint}
      actions={
        <Button onClick={() => setOpen(factor.isOn ? 'remove' : 'set-up')}>
          {factor.isOn ? texts.factor.remove : texts.factor.setUp}
        </Button>
      }
    >
      <p className="text-sm">
        {factor.isOn ? texts.factor.isOn(factor.recoveryCodesLeft) : texts.factor.isOff}
      </p>
      {open === 'set-up' ? <SetUpDialog onClose={close} /> : null}
      {open === 'remove' ? <RemoveDialog onClose={close} /> : null}
    </Section>
  );
}

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [app, setApp] = useState<{ secret: string; address: string } | null>(null);
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog open onOpenChange={onClose} title={texts.factor.setUp}>
      {codes !== null ? (
        <div className="flex flex-col gap-4">
          <Notice tone="warning">{texts.factor.keepCodes}</Notice>
          <ul className="grid grid-cols-2 gap-1 font-mono text-sm" aria-label={texts.factor.recoveryCodes}>
            {codes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <div>
            <Button variant="primary" onClick={onClose}>
              {texts.factor.kept}
            </Button>
          </div>
        </div>
      ) : app === null ? (
        <SaveForm
          action={texts.factor.goOn}
          onSave={async () => setApp(await request('POST /api/second-factor', { body: { password } }))}
        >
          <PasswordField value={password} onChange={setPassword} />
        </SaveForm>
      ) : (
        <SaveForm
          action={texts.factor.confirm}
          onSave={async () =>
            setCodes((await request('POST /api/second-factor/confirm', { body: { code } })).recoveryCodes)
          }
        >
          <p className="text-sm">{texts.factor.scan}</p>
          <Picture text={app.address} />
          <p className="text-xs text-soft">
            {texts.factor.byHand} <code className="break-all select-all">{app.secret}</code>
          </p>
          <TextField
            label={texts.factor.code}
            required
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </SaveForm>
      )}
    </Dialog>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  return (
    <Dialog open onOpenChange={onClose} title={texts.factor.remove}>
      <SaveForm
        action={texts.factor.remove}
        onSave={async () => {
          await request('POST /api/second-factor/remove', { body: { password } });
          onClose();
        }}
      >
        <p className="text-sm">{texts.factor.removeQuestion}</p>
        <PasswordField value={password} onChange={setPassword} />
      </SaveForm>
    </Dialog>
  );
}

function PasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label={texts.settings.currentPassword}
      type="password"
      autoComplete="current-password"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Drawn here: what it says lets somebody in, and is for no other server. Dark on light, or phones cannot read it. */
function Picture({ text }: { text: string }) {
  const [rows, setRows] = useState<boolean[][]>([]);
  useEffect(() => {
    void import('uqr').then(({ encode }) => setRows(encode(text, { border: 2 }).data));
  }, [text]);
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={texts.factor.picture}
      viewBox={`0 0 ${rows.length || 1} ${rows.length || 1}`}
      className="size-52 rounded-lg bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
