import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import type { Sharing } from '../api/types.js';
import { useUsers } from '../api/users.js';
import { texts } from '../texts/en.js';
import { Button } from './button.js';
import { SelectField, TextField } from './field.js';
import { Notice } from './notice.js';

const listOf = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Who may see a thing (KB-5). People are named by their user names; the server knows them by id. */
export function SharingForm({
  sharing,
  onSave,
}: {
  sharing: Sharing;
  onSave: (sharing: Sharing) => Promise<unknown>;
}) {
  const users = useUsers().data?.rows ?? [];
  const nameOf = (id: string) => users.find((user) => user.id === id)?.name ?? id;
  const [visibility, setVisibility] = useState(sharing.visibility);
  const [people, setPeople] = useState<string | null>(null);
  const [groups, setGroups] = useState(sharing.sharedWithGroups.join(', '));
  const [state, setState] = useState<{ saved: boolean; problem: string | null }>({
    saved: false,
    problem: null,
  });
  const shownPeople = people ?? sharing.sharedWithUsers.map(nameOf).join(', ');
  const save = () => {
    const sharedWithUsers = listOf(shownPeople).map(
      (name) => users.find((user) => user.name === name)?.id ?? name,
    );
    onSave({ visibility, sharedWithUsers, sharedWithGroups: listOf(groups) }).then(
      () => setState({ saved: true, problem: null }),
      (error: unknown) => setState({ saved: false, problem: messageOf(error) }),
    );
  };
  return (
    <div className="flex max-w-lg flex-col gap-4">
      <SelectField
        label={texts.knowledge.visibility}
        value={visibility}
        onChange={(event) => setVisibility(event.target.value as Sharing['visibility'])}
      >
        {Object.entries(texts.knowledge.visibilities).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {visibility === 'shared' ? (
        <>
          <TextField
            label={texts.knowledge.users}
            value={shownPeople}
            onChange={(event) => setPeople(event.target.value)}
          />
          <TextField
            label={texts.knowledge.roles}
            value={groups}
            onChange={(event) => setGroups(event.target.value)}
          />
        </>
      ) : null}
      {state.problem === null ? null : <Notice tone="error">{state.problem}</Notice>}
      <div className="flex items-center gap-3">
        <Button variant="primary" onClick={save}>
          {texts.common.save}
        </Button>
        <span role="status" className="text-sm text-supported">
          {state.saved ? texts.common.saved : ''}
        </span>
      </div>
    </div>
  );
}
