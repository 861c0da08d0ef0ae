import { useState } from 'react';
import { usePeople } from '../api/people.js';
import { useSession } from '../api/session.js';
import type { Sharing } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { SelectField } from './field.js';
import { NamePicker } from './name-picker.js';
import { SaveForm } from './save-form.js';

/** Who may see a thing (KB-5). */
export function SharingForm(props: {
  sharing: Sharing;
  /** What they may do, and what stays after it is revoked. */
  hint?: string;
  onSave: (sharing: Sharing) => Promise<unknown>;
}) {
  const [sharing, setSharing] = useState<Sharing>(props.sharing);
  return (
    <SaveForm onSave={() => props.onSave(sharing)}>
      <SharingFields sharing={sharing} onChange={(changed) => setSharing(changed ?? props.sharing)} />
      {props.hint === undefined ? null : <p className="max-w-xl text-xs text-soft">{props.hint}</p>}
    </SaveForm>
  );
}

const PRIVATE: Sharing = { visibility: 'private', sharedWithUsers: [], sharedWithGroups: [] };

/** Users and roles are chosen by name; the server identifies users by id. */
export function SharingFields(props: {
  /** Null: inherited from what `asBase` names. */
  sharing: Sharing | null;
  asBase?: string;
  onChange: (sharing: Sharing | null) => void;
}) {
  const people = usePeople().data ?? { users: [], roles: [] };
  const self = useSession().data?.user?.id;
  const { sharing, asBase } = props;
  const set = (change: Partial<Sharing>) => props.onChange({ ...(sharing ?? PRIVATE), ...change });
  return (
    <>
      <SelectField
        label={texts.knowledge.visibility}
        value={sharing?.visibility ?? ''}
        onChange={(event) =>
          event.target.value === ''
            ? props.onChange(null)
            : set({ visibility: event.target.value as Sharing['visibility'] })
        }
      >
        {asBase === undefined ? null : <option value="">{asBase}</option>}
        {Object.entries(texts.knowledge.visibilities).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {sharing?.visibility === 'shared' ? (
        <>
          <NamePicker
            label={texts.knowledge.users}
            add={texts.knowledge.addUser}
            options={people.users
              .filter(({ id }) => id !== self)
              .map(({ id, name }) => ({ value: id, name }))}
            chosen={sharing.sharedWithUsers}
            onChange={(sharedWithUsers) => set({ sharedWithUsers })}
          />
          <NamePicker
            label={texts.knowledge.roles}
            add={texts.knowledge.addRole}
            options={people.roles.map((role) => ({ value: role, name: role }))}
            chosen={sharing.sharedWithGroups}
            onChange={(sharedWithGroups) => set({ sharedWithGroups })}
          />
        </>
      ) : null}
    </>
  );
}
