import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { messageOf } from '../api/api-error.js';
import { createTable, tablesKey } from '../api/tables.js';
import type { RowChoice } from '../api/tables.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';
import { ColumnForm, emptyColumn, isComplete, toColumn } from './column-form.js';
import { RowChooser } from './row-chooser.js';

/** Documents and questions of a new table, which is computed at once. */
export function NewTableDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [rows, setRows] = useState<RowChoice | null>(null);
  const [columns, setColumns] = useState([{ ...emptyColumn, key: 0 }]);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const written = columns.filter(({ question }) => question.trim() !== '');
  const isReady = name.trim() !== '' && rows !== null && written.length > 0 && written.every(isComplete);
  const submit = async () => {
    setBusy(true);
    try {
      const table = await createTable({
        name: name.trim(),
        columns: written.map(toColumn),
        rows: rows ?? {},
        modelId: null,
        run: true,
      });
      void client.invalidateQueries({ queryKey: tablesKey });
      await navigate({ to: '/tables/$tableId', params: { tableId: table.id } });
    } catch (reason) {
      setBusy(false);
      setError(messageOf(reason));
    }
  };
  return (
    <Dialog open onOpenChange={onClose} title={texts.tables.create} wide>
      <form
        className="flex flex-col gap-6"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isReady) void submit();
        }}
      >
        <TextField
          label={texts.tables.name}
          value={name}
          maxLength={200}
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
        <section className="flex flex-col gap-2">
          <h3 className="font-serif text-lg">{texts.tables.rows}</h3>
          <RowChooser onChange={setRows} />
        </section>
        <section className="flex flex-col gap-3">
          <h3 className="font-serif text-lg">{texts.tables.columns}</h3>
          {columns.map((draft) => (
            <div key={draft.key} className="relative rounded-xl border bg-raised p-3 pe-11">
              <ColumnForm
                draft={draft}
                onChange={(next) =>
                  setColumns((now) =>
                    now.map((one) => (one.key === draft.key ? { ...next, key: one.key } : one)),
                  )
                }
              />
              {columns.length === 1 ? null : (
                <span className="absolute end-2 top-2">
                  <IconButton
                    label={texts.tables.removeColumn}
                    small
                    onClick={() => setColumns((now) => now.filter((one) => one.key !== draft.key))}
                  >
                    <X size={15} />
                  </IconButton>
                </span>
              )}
            </div>
          ))}
          <Button
            className="self-start"
            icon={<Plus size={16} />}
            disabled={columns.length >= 20}
            onClick={() =>
              setColumns((now) => [
                ...now,
                { ...emptyColumn, key: Math.max(...now.map(({ key }) => key)) + 1 },
              ])
            }
          >
            {texts.tables.addColumn}
          </Button>
        </section>
        {error === null ? null : <Notice tone="error">{error}</Notice>}
        <div className="sticky -bottom-4 -mx-5 -mb-4 flex justify-end gap-2 border-t bg-paper px-5 py-3">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button type="submit" variant="primary" disabled={busy || !isReady}>
            {texts.common.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
