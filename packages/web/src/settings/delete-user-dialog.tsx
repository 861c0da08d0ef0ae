import { useState } from 'react';
import { request } from '../api/request.js';
import type { UserRow } from '../api/users.js';
import { texts } from '../texts/texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { SelectField } from '../ui/field.js';

type Fate = keyof typeof texts.settings.conversationFates;

/** Asks before a user goes, and what becomes of their conversations. */
export function DeleteUserDialog(props: {
  user: UserRow;
  onClose: () => void;
  onDeleted: () => Promise<unknown>;
}) {
  const [conversations, setConversations] = useState<Fate>('delete-private');
  return (
    <ConfirmDialog
      title={`${texts.settings.deleteUser}: ${props.user.name}`}
      question={texts.settings.deleteUserQuestion}
      action={texts.common.delete}
      onClose={props.onClose}
      onConfirm={async () => {
        await request('DELETE /api/users/{id}', { path: { id: props.user.id }, query: { conversations } });
        await props.onDeleted();
      }}
    >
      <SelectField
        label={texts.settings.theirConversations}
        value={conversations}
        onChange={(event) => setConversations(event.target.value as Fate)}
      >
        {Object.entries(texts.settings.conversationFates).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
