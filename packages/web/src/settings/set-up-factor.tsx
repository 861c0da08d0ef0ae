import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../api/request.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { SaveForm } from '../ui/save-form.js';

export const factorKey = ['second-factor'];

/** ORG-1: whether there is a second factor, and what set-up requires. */
export function useFactor() {
  return useQuery({
    queryKey: factorKey,
    queryFn: ({ signal }) => request('GET /api/second-factor', { signal }),
    staleTime: 0,
  }).data;
}

/** ORG-1: password, QR code, code, recovery codes. Calls `onDone` once the user has saved these. */
export function SetUpFactor({ onDone }: { onDone: () => void }) {
  const needsCode = useFactor()?.needsSetUpCode === true;
  const [password, setPassword] = useState('');
  const [setUpCode, setSetUpCode] = useState('');
  const proof = needsCode ? { setUpCode } : {};
  const [app, setApp] = useState<{ secret: string; address: string } | null>(null);
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<string[] | null>(null);
  return codes !== null ? (
    <div className="flex flex-col gap-4">
      <Notice tone="warning">{texts.factor.keepCodes}</Notice>
      <ul className="grid grid-cols-2 gap-1 font-mono text-sm" aria-label={texts.factor.recoveryCodes}>
        {codes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <div>
        <Button variant="primary" onClick={onDone}>
          {texts.factor.kept}
        </Button>
      </div>
    </div>
  ) : app === null ? (
    <SaveForm
      action={texts.factor.goOn}
      onSave={async () => setApp(await request('POST /api/second-factor', { body: { password, ...proof } }))}
    >
      <PasswordField value={password} onChange={setPassword} />
      {needsCode ? (
        <TextField
          label={texts.factor.setUpCode}
          hint={texts.factor.setUpCodeHint}
          required
          autoComplete="off"
          value={setUpCode}
          onChange={(event) => setSetUpCode(event.target.value)}
        />
      ) : null}
    </SaveForm>
  ) : (
    <SaveForm
      action={texts.factor.confirm}
      onSave={async () =>
        setCodes(
          (await request('POST /api/second-factor/confirm', { body: { code, ...proof } })).recoveryCodes,
        )
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
  );
}

export function PasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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

/** Drawn here, because its content is a secret for no other server. Dark on light, or phones cannot read it. */
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
