import { useState } from 'react';
import { request } from '../api/request.js';
import { useSettings } from '../api/settings.js';
import type { UserRow } from '../api/users.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { CheckField, SelectField, TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { SaveForm } from '../ui/save-form.js';

/** Adds or changes a user. A new one needs a password; for others, an empty one changes nothing. */
export function UserDialog(props: {
  user: UserRow | null;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}) {
  const { user } = props;
  const [name, setName] = useState(user?.name ?? '');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<UserRow['role']>(user?.role ?? 'member');
  const [groups, setGroups] = useState(user?.groups.join(', ') ?? '');
  const [disabled, setDisabled] = useState(user?.disabled ?? false);
  const [reset, setReset] = useState(false);
  const save = async () => {
    const fields = {
      name: name.trim(),
      role,
      groups: groups
        .split(',')
        .map((group) => group.trim())
        .filter((group) => group !== ''),
    };
    if (user === null) await request('POST /api/users', { body: { ...fields, password } });
    else {
      const body = { ...fields, disabled, ...(password === '' ? {} : { password }) };
      await request('PATCH /api/users/{id}', { path: { id: user.id }, body });
      if (reset) await request('DELETE /api/users/{id}/second-factor', { path: { id: user.id } });
    }
    await props.onSaved();
    props.onClose();
  };
  return (
    <Dialog open onOpenChange={props.onClose} title={user === null ? texts.settings.addUser : user.name}>
      <SaveForm onSave={save}>
        <TextField
          label={texts.account.user}
          required
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={texts.account.password}
          hint={user === null ? texts.account.passwordHint : texts.account.newPasswordHint}
          type="password"
          required={user === null}
          minLength={10}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <SelectField
          label={texts.settings.role}
          value={role}
          onChange={(event) => setRole(event.target.value as UserRow['role'])}
        >
          {Object.entries(texts.settings.roles).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label={texts.settings.groups}
          value={groups}
          onChange={(event) => setGroups(event.target.value)}
        />
        {user === null ? null : (
          <CheckField
            label={texts.settings.block}
            checked={disabled}
            onChange={(event) => setDisabled(event.target.checked)}
          />
        )}
        {user !== null && !user.secondFactor ? <SetUpCode userId={user.id} /> : null}
        {user?.secondFactor ? (
          <CheckField
            label={texts.factor.reset}
            hint={texts.factor.resetHint}
            checked={reset}
            onChange={(event) => setReset(event.target.checked)}
          />
        ) : null}
      </SaveForm>
    </Dialog>
  );
}

/** ORG-1: an administrator hands over this code, so a password alone does not set up the second factor. */
function SetUpCode({ userId }: { userId: string }) {
  const isNeeded = useSettings().data?.system.secondFactorNeedsCode === true;
  const [made, setMade] = useState<{ code: string; expiresAt: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const make = () =>
    request('POST /api/users/{id}/second-factor/code', { path: { id: userId } }).then(
      setMade,
      (error: Error) => setProblem(error.message),
    );
  if (!isNeeded) return null;
  if (problem !== null) return <Notice tone="error">{problem}</Notice>;
  return made === null ? (
    <div>
      <Button onClick={() => void make()}>{texts.factor.makeCode}</Button>
    </div>
  ) : (
    <Notice title={texts.factor.setUpCode}>
      <p className="font-mono text-lg select-all">{made.code}</p>
      {texts.factor.madeCode(new Date(made.expiresAt).toLocaleString(dateLocale()))}
    </Notice>
  );
}
