import { withoutEmphasis } from '@ibid/retrieval/internal/browser';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError, messageOf } from '../api/api-error.js';
import { saveCell, useCellEdits } from '../api/tables.js';
import type { CellPlace, EvidenceCell, EvidenceColumn } from '../api/tables.js';
import { VerdictBadge } from '../citations/verdict-badge.js';
import { Quote } from '../panel/quote.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SelectField, TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';

/** Replaces the computed value. If another user was faster, shows who changed it to what, and asks again. */
export function EditCellDialog(props: {
  tableId: string;
  rowId: string;
  column: EvidenceColumn;
  cell: EvidenceCell | undefined;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}) {
  const { column, cell } = props;
  const place: CellPlace = { id: props.tableId, rowId: props.rowId, columnId: column.id };
  const edits = useCellEdits(place);
  const [value, setValue] = useState(cell?.edit?.value ?? cell?.value ?? '');
  const [version, setVersion] = useState(cell?.version ?? 0);
  const [problem, setProblem] = useState<{ message: string; isConflict: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (next: string | null) => {
    setBusy(true);
    try {
      await saveCell(place, { value: next, version });
      await props.onSaved();
      props.onClose();
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'cell_changed';
      setProblem({ message: messageOf(error), isConflict });
      // The next attempt confirms that the user has seen the other value.
      if (isConflict) setVersion((await edits.refetch()).data?.version ?? version);
      setBusy(false);
    }
  };
  const choices = column.kind === 'choice' ? column.choices : column.kind === 'yes-no' ? ['yes', 'no'] : null;
  return (
    <Dialog open onOpenChange={props.onClose} title={column.name} description={column.question}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save(value);
        }}
      >
        {choices ? (
          <SelectField
            label={texts.tables.value}
            value={value}
            autoFocus
            onChange={(event) => setValue(event.target.value)}
          >
            {[...new Set(['', ...choices, value])].map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </SelectField>
        ) : (
          <TextField
            label={texts.tables.value}
            value={value}
            maxLength={10_000}
            hint={column.kind === 'date' ? texts.tables.dateHint : undefined}
            autoFocus
            onChange={(event) => setValue(event.target.value)}
          />
        )}
        {cell?.edit ? (
          <div className="flex flex-col gap-2 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <span className="text-soft">{texts.tables.checkedAs}:</span>
              <bdi>{cell.edit.value}</bdi>
              {cell.edit.verdict === null ||
              cell.edit.verdict === 'absent' ||
              cell.edit.verdict === 'failed' ? (
                <span className="text-soft">{texts.tables.notChecked}</span>
              ) : (
                <VerdictBadge verdict={cell.edit.verdict} />
              )}
            </p>
            {cell.edit.reason === null ? null : <p className="text-soft">{cell.edit.reason}</p>}
            {cell.edit.quote === null ? null : <Quote text={cell.edit.quote} />}
          </div>
        ) : null}
        {cell === undefined || cell.verdict === null ? null : (
          <div className="flex flex-col gap-2 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <span className="text-soft">{texts.tables.computed}:</span>
              <bdi>
                {cell.verdict === 'absent'
                  ? cell.reason === null
                    ? texts.tables.absent
                    : texts.tables.notFound
                  : withoutEmphasis(cell.value ?? texts.tables.failedCell)}
              </bdi>
              {cell.verdict === 'absent' || cell.verdict === 'failed' ? null : (
                <VerdictBadge verdict={cell.verdict} />
              )}
            </p>
            {cell.reason === null ? null : <p className="text-soft">{texts.engine(cell.reason)}</p>}
            {cell.quote === null ? null : <Quote text={cell.quote} />}
          </div>
        )}
        {edits.data === undefined || edits.data.rows.length === 0 ? null : (
          <div className="text-sm">
            <h3 className="font-medium">{texts.tables.history}</h3>
            <ul className="text-soft">
              {edits.data.rows.map(({ by, at, value: said }) => (
                <li key={`${at} ${by}`}>
                  {at.slice(0, 16).replace('T', ' ')} · <bdi>{by}</bdi>:{' '}
                  <bdi>{said ?? texts.tables.tookBack}</bdi>
                </li>
              ))}
            </ul>
          </div>
        )}
        {problem === null ? null : (
          <Notice tone={problem.isConflict ? 'warning' : 'error'}>{problem.message}</Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {cell?.edit ? (
            <Button disabled={busy} onClick={() => void save(null)}>
              {texts.tables.takeBack}
            </Button>
          ) : null}
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            {problem?.isConflict ? texts.tables.replace : texts.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
