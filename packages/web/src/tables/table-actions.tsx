import { useNavigate } from '@tanstack/react-router';
import { Columns3, Download, FilePlus2, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { addColumn, addRows, changeTable, deleteTable, exportAddress } from '../api/tables.js';
import type { EvidenceTableState, RowChoice } from '../api/tables.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Dialog } from '../ui/dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.js';
import { Notice } from '../ui/notice.js';
import { SharingForm } from '../ui/sharing-form.js';
import { SaveForm } from '../ui/save-form.js';
import { TextField } from '../ui/field.js';
import { ColumnForm, emptyColumn, isComplete, toColumn } from './column-form.js';
import { RowChooser } from './row-chooser.js';

type Asking = 'column' | 'rows' | 'settings' | 'delete' | null;

/** Actions on a whole table; some only for the owner. */
export function TableActions(props: { table: EvidenceTableState; onChange: () => Promise<unknown> }) {
  const { table, onChange } = props;
  const [asking, setAsking] = useState<Asking>(null);
  const navigate = useNavigate();
  const close = () => setAsking(null);
  return (
    <>
      {table.isOwner ? (
        <>
          <Button icon={<Columns3 size={16} />} onClick={() => setAsking('column')}>
            {texts.tables.addColumn}
          </Button>
          <Button icon={<FilePlus2 size={16} />} onClick={() => setAsking('rows')}>
            {texts.tables.addRows}
          </Button>
        </>
      ) : null}
      <Menu
        trigger={
          <Button icon={<Download size={16} />} data-testid="export-table">
            {texts.tables.export}
          </Button>
        }
      >
        {(['xlsx', 'csv', 'md'] as const).map((format) => (
          <MenuItem key={format} onSelect={() => window.location.assign(exportAddress(table.id, format))}>
            {texts.tables.formats[format]}
          </MenuItem>
        ))}
      </Menu>
      {table.isOwner ? (
        <Menu
          trigger={
            <IconButton label={texts.common.more}>
              <Settings2 size={17} />
            </IconButton>
          }
        >
          <MenuItem icon={<Settings2 size={15} />} onSelect={() => setAsking('settings')}>
            {texts.tables.settings}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 size={15} />} danger onSelect={() => setAsking('delete')}>
            {texts.tables.delete}
          </MenuItem>
        </Menu>
      ) : null}
      {asking === 'column' ? <AddColumn table={table} onClose={close} onChange={onChange} /> : null}
      {asking === 'rows' ? <AddRows table={table} onClose={close} onChange={onChange} /> : null}
      {asking === 'settings' ? <TableSettings table={table} onClose={close} onChange={onChange} /> : null}
      {asking === 'delete' ? (
        <ConfirmDialog
          title={texts.tables.delete}
          question={texts.tables.deleteQuestion}
          action={texts.common.delete}
          onClose={close}
          onConfirm={async () => {
            await deleteTable(table.id);
            await navigate({ to: '/tables' });
          }}
        />
      ) : null}
    </>
  );
}

interface PartProps {
  table: EvidenceTableState;
  onClose: () => void;
  onChange: () => Promise<unknown>;
}

function AddColumn({ table, onClose, onChange }: PartProps) {
  const [draft, setDraft] = useState(emptyColumn);
  return (
    <AddDialog
      title={texts.tables.addColumn}
      isReady={isComplete(draft)}
      onClose={onClose}
      onAdd={() => addColumn(table.id, toColumn(draft)).then(onChange)}
    >
      <ColumnForm draft={draft} autoFocus onChange={setDraft} />
    </AddDialog>
  );
}

function AddRows({ table, onClose, onChange }: PartProps) {
  const [choice, setChoice] = useState<RowChoice | null>(null);
  return (
    <AddDialog
      title={texts.tables.addRows}
      isReady={choice !== null}
      onClose={onClose}
      onAdd={() => addRows(table.id, choice ?? {}).then(onChange)}
    >
      <RowChooser onChange={setChoice} />
    </AddDialog>
  );
}

function AddDialog(props: {
  title: string;
  isReady: boolean;
  onClose: () => void;
  onAdd: () => Promise<unknown>;
  children: React.ReactNode;
}) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  return (
    <Dialog open onOpenChange={props.onClose} title={props.title} wide>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          props.onAdd().then(props.onClose, (reason: unknown) => {
            setBusy(false);
            setError(messageOf(reason));
          });
        }}
      >
        {props.children}
        {error === null ? null : <Notice tone="error">{error}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button type="submit" variant="primary" disabled={busy || !props.isReady}>
            {props.title}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TableSettings({ table, onClose, onChange }: PartProps) {
  const [name, setName] = useState(table.name);
  return (
    <Dialog open onOpenChange={onClose} title={texts.tables.settings}>
      <div className="flex flex-col gap-6">
        <SaveForm onSave={() => changeTable(table.id, { name: name.trim() }).then(onChange)}>
          <TextField
            label={texts.tables.name}
            value={name}
            maxLength={200}
            required
            onChange={(event) => setName(event.target.value)}
          />
        </SaveForm>
        <SharingForm
          sharing={table.sharing}
          onSave={(sharing) => changeTable(table.id, { sharing }).then(onChange)}
        />
      </div>
    </Dialog>
  );
}
