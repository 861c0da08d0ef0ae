import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api/request.js';
import { leftBehindKey, useLeftBehind, useUsers } from '../api/users.js';
import type { LeftBehind } from '../api/users.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Dialog } from '../ui/dialog.js';
import { SelectField } from '../ui/field.js';
import { IconButton } from '../ui/icon-button.js';
import { SaveForm } from '../ui/save-form.js';
import { Section } from './section.js';

/** Knowledge bases of deleted owners, to hand over or delete. Hidden while there are none. */
export function LeftBehindSection() {
  const rows = useLeftBehind().data?.rows ?? [];
  const client = useQueryClient();
  const [giving, setGiving] = useState<LeftBehind | null>(null);
  const [deleting, setDeleting] = useState<LeftBehind | null>(null);
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: leftBehindKey });
    await client.invalidateQueries({ queryKey: ['knowledge-bases'] });
  };
  if (rows.length === 0) return null;
  return (
    <Section title={texts.settings.leftBehind} hint={texts.settings.leftBehindHint}>
      <ul className="flex flex-col">
        {rows.map((base) => (
          <li key={base.id} className="flex items-center gap-3 border-b py-2.5 last:border-b-0">
            <span className="min-w-0 flex-1">
              <bdi className="block truncate font-medium">{base.name}</bdi>
              <span className="block truncate text-xs text-soft">
                {texts.settings.leftBehindFacts(base.items, base.visibility)}
              </span>
            </span>
            <Button onClick={() => setGiving(base)}>{texts.settings.handOver}</Button>
            <IconButton
              label={`${texts.settings.deleteLeftBehind}: ${base.name}`}
              onClick={() => setDeleting(base)}
            >
              <Trash2 size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      {giving === null ? null : (
        <HandOverDialog base={giving} onClose={() => setGiving(null)} onDone={refresh} />
      )}
      {deleting === null ? null : (
        <ConfirmDialog
          title={texts.settings.deleteLeftBehind}
          question={texts.settings.deleteLeftBehindQuestion(deleting.name)}
          action={texts.common.delete}
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await request('DELETE /api/left-behind/{id}', { path: { id: deleting.id } });
            await refresh();
          }}
        />
      )}
    </Section>
  );
}

function HandOverDialog(props: { base: LeftBehind; onClose: () => void; onDone: () => Promise<unknown> }) {
  const { base } = props;
  const users = useUsers().data?.rows.filter((user) => !user.disabled) ?? [];
  const [userId, setUserId] = useState('');
  const save = async () => {
    await request('PUT /api/left-behind/{id}/owner', { path: { id: base.id }, body: { userId } });
    await props.onDone();
    props.onClose();
  };
  return (
    <Dialog open onOpenChange={props.onClose} title={`${texts.settings.handOver}: ${base.name}`}>
      <SaveForm onSave={save}>
        <SelectField
          label={texts.settings.newOwner}
          hint={texts.settings.newOwnerHint}
          required
          value={userId}
          onChange={(event) => setUserId(event.target.value)}
        >
          <option value="" />
          {users.map((user) => (
            <option key={user.id} value={user.id}>
              {user.name}
            </option>
          ))}
        </SelectField>
      </SaveForm>
    </Dialog>
  );
}
