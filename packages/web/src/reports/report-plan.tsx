import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useReportChanges } from '../api/reports.js';
import type { Report } from '../api/reports.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { TextArea, TextField } from '../ui/field.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';

const MOST_PARTS = 12;

interface Part {
  /** Local to this form. */
  key: number;
  id?: string;
  title: string;
  question: string;
}

/** ANS-2: the sections and budget of a report, editable before and after it runs. */
export function ReportPlan({ report, onDone }: { report: Report; onDone: () => void }) {
  const [parts, setParts] = useState<readonly Part[]>(() =>
    report.sections.map(({ id, title, question }, key) => ({ key, id, title, question })),
  );
  const [next, setNext] = useState(parts.length);
  const [steps, setSteps] = useState(String(report.budget.steps));
  const [tokens, setTokens] = useState(String(report.budget.tokens));
  const { change, run } = useReportChanges();
  const error = change.error ?? run.error;
  const put = (key: number, part: Partial<Part>) =>
    setParts(parts.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const move = (place: number, by: 1 | -1) => {
    const moved = [...parts];
    const [part] = moved.splice(place, 1);
    if (part) moved.splice(place + by, 0, part);
    setParts(moved);
  };
  const filled = parts.filter(({ question }) => question.trim() !== '');
  const begin = async () => {
    const plan = filled.map(({ id, title, question }) => ({
      ...(id === undefined ? {} : { id }),
      title: title.trim() === '' ? question.trim().slice(0, 200) : title.trim(),
      question: question.trim(),
    }));
    await change.mutateAsync({
      id: report.id,
      plan,
      budget: { steps: Number(steps), tokens: Number(tokens) },
    });
    await run.mutateAsync(report.id);
    onDone();
  };
  return (
    <form
      className="flex flex-col gap-4"
      data-testid="report-plan"
      onSubmit={(event) => {
        event.preventDefault();
        begin().catch(() => undefined);
      }}
    >
      <p className="text-sm text-soft">{texts.reports.planHint}</p>
      <ol className="flex flex-col gap-3">
        {parts.map(({ key, title, question }, place) => (
          <li key={key} className="flex items-start gap-2 rounded-xl border bg-raised p-3">
            <span className="mt-2 w-5 text-end text-sm text-soft tabular-nums">{place + 1}</span>
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <TextField
                label={texts.reports.partTitle}
                value={title}
                maxLength={200}
                onChange={({ target }) => put(key, { title: target.value })}
              />
              <TextArea
                label={texts.reports.partQuestion}
                value={question}
                maxLength={2000}
                rows={1}
                className="field-sizing-content min-h-0! resize-none"
                onChange={({ target }) => put(key, { question: target.value })}
              />
            </div>
            <div className="flex flex-col">
              <IconButton
                small
                label={texts.reports.up}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              >
                <ArrowUp size={15} />
              </IconButton>
              <IconButton
                small
                label={texts.reports.down}
                disabled={place === parts.length - 1}
                onClick={() => move(place, 1)}
              >
                <ArrowDown size={15} />
              </IconButton>
              <IconButton
                small
                label={texts.reports.removePart}
                onClick={() => setParts(parts.filter((part) => part.key !== key))}
              >
                <Trash2 size={15} />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button
          icon={<Plus size={16} />}
          disabled={parts.length >= MOST_PARTS}
          onClick={() => {
            setParts([...parts, { key: next, title: '', question: '' }]);
            setNext(next + 1);
          }}
        >
          {texts.reports.addPart}
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        <TextField
          label={texts.reports.steps}
          type="number"
          min={1}
          max={2000}
          required
          value={steps}
          onChange={({ target }) => setSteps(target.value)}
        />
        <TextField
          label={texts.reports.tokens}
          type="number"
          min={1000}
          max={20_000_000}
          step={1000}
          required
          value={tokens}
          onChange={({ target }) => setTokens(target.value)}
        />
      </div>
      {error === null ? null : <Notice tone="error">{messageOf(error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={filled.length === 0 || change.isPending || run.isPending}
        >
          {texts.reports.run}
        </Button>
        {report.job === null ? null : <Button onClick={onDone}>{texts.common.cancel}</Button>}
      </div>
    </form>
  );
}
