import { useState } from 'react';
import type { Answer } from '../api/request.js';
import { request } from '../api/request.js';
import { useUsers } from '../api/users.js';
import type { UserRow } from '../api/users.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Dialog } from '../ui/dialog.js';
import { SelectField } from '../ui/field.js';

type Fate = keyof typeof texts.settings.conversationFates;
type ObjectFate = keyof typeof texts.keeping.objectFates;
type Erasure = Answer<'DELETE /api/users/{id}'>;

/** Confirms deleting a user and what happens to their data; then reports the result (ORG-3). */
export function DeleteUserDialog(props: {
  user: UserRow;
  onClose: () => void;
  onDeleted: () => Promise<unknown>;
}) {
  const [conversations, setConversations] = useState<Fate>('delete-private');
  const [objects, setObjects] = useState<ObjectFate>('leave');
  const others = (useUsers().data?.rows ?? []).filter(({ id }) => id !== props.user.id);
  const [to, setTo] = useState('');
  const [report, setReport] = useState<Erasure | null>(null);
  const heir = to === '' ? (others[0]?.id ?? '') : to;
  if (report !== null) return <Report report={report} name={props.user.name} onClose={props.onClose} />;
  return (
    <ConfirmDialog
      title={`${texts.settings.deleteUser}: ${props.user.name}`}
      question={texts.settings.deleteUserQuestion}
      action={texts.common.delete}
      staysOpen
      onClose={props.onClose}
      onConfirm={async () => {
        const query = { conversations, objects, ...(objects === 'hand-over' ? { to: heir } : {}) };
        const done = await request('DELETE /api/users/{id}', { path: { id: props.user.id }, query });
        setReport(done);
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
      <SelectField
        label={texts.keeping.theirObjects}
        value={objects}
        onChange={(event) => setObjects(event.target.value as ObjectFate)}
      >
        {Object.entries(texts.keeping.objectFates).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {objects === 'hand-over' ? (
        <SelectField
          label={texts.settings.newOwner}
          hint={texts.settings.newOwnerHint}
          value={heir}
          onChange={(event) => setTo(event.target.value)}
        >
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
    </ConfirmDialog>
  );
}

function Report({ report, name, onClose }: { report: Erasure; name: string; onClose: () => void }) {
  const lines = (counts: Partial<Erasure['deleted']>) =>
    Object.entries(counts).filter(([, count]) => (count ?? 0) > 0) as [keyof Erasure['deleted'], number][];
  const parts = (['deleted', 'handedOver', 'left'] as const).filter((part) => lines(report[part]).length > 0);
  return (
    <Dialog open onOpenChange={onClose} title={texts.keeping.erased(name)}>
      <div className="flex flex-col gap-4 text-sm">
        {parts.map((part) => (
          <div key={part}>
            <h3 className="font-medium">{texts.keeping.erasure[part]}</h3>
            <ul className="mt-1 text-soft">
              {lines(report[part]).map(([kind, count]) => (
                <li key={kind}>{texts.keeping.kinds[kind](count)}</li>
              ))}
            </ul>
          </div>
        ))}
        <p className="text-soft">{texts.keeping.auditLines(report.auditLines)}</p>
        <div>
          <Button variant="primary" onClick={onClose}>
            {texts.common.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
