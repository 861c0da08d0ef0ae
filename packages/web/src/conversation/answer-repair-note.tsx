import type { AnswerRepair, RefusedChange, RepairChange } from '@ibid/core/internal';
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { AnswerMarkdown } from '../markdown/answer-markdown.js';
import { texts } from '../texts/texts.js';

/** CIT-8: says that the answer was repaired, with the changes and the original. */
export function AnswerRepairNote({ repair }: { repair: AnswerRepair }) {
  const [open, setOpen] = useState(false);
  const [first, setFirst] = useState(false);
  const { refused = [] } = repair;
  return (
    <section
      aria-label={texts.repair.title}
      data-testid="answer-repair"
      className="flex flex-col gap-2 rounded-lg border px-3 py-2 text-sm"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
        <Wrench size={14} aria-hidden />
        {[
          ...(repair.changes.length === 0 ? [] : [texts.repair.done(repair.changes.length)]),
          ...(refused.length === 0 ? [] : [texts.repair.refused(refused.length)]),
        ].join(' ')}
        <Toggle open={open} onToggle={() => setOpen(!open)}>
          {open ? texts.repair.hideChanges : texts.repair.showChanges}
        </Toggle>
        {repair.changes.length === 0 ? null : (
          <Toggle open={first} onToggle={() => setFirst(!first)}>
            {first ? texts.repair.hideFirst : texts.repair.showFirst}
          </Toggle>
        )}
      </p>
      {open ? (
        <ol className="flex flex-col gap-3" data-testid="repair-changes">
          {repair.changes.map((change, position) => (
            <li key={position}>
              <Change change={change} />
            </li>
          ))}
          {refused.map((one, position) => (
            <li key={`refused-${position}`} data-testid="refused-change">
              <Refused refused={one} />
            </li>
          ))}
        </ol>
      ) : null}
      {first ? (
        <div data-testid="first-version" className="border-s-2 ps-3">
          <AnswerMarkdown
            text={repair.first.text}
            citations={repair.first.citations}
            claims={repair.first.claims}
          />
        </div>
      ) : null}
    </section>
  );
}

function Toggle(props: { open: boolean; onToggle: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-expanded={props.open}
      onClick={props.onToggle}
      className="no-print inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-2"
    >
      {props.children}
    </button>
  );
}

function Change({ change: { kind, before, after, reason } }: { change: RepairChange }) {
  return (
    <div className="flex flex-col gap-1 font-serif break-words" dir="auto">
      <p className="font-sans text-xs font-semibold text-soft">{texts.repair.kinds[kind]}</p>
      <del className="rounded bg-unsupported-soft px-1 text-unsupported decoration-1">{before}</del>
      {after === null ? null : (
        <ins className="rounded bg-supported-soft px-1 text-supported no-underline">{after}</ins>
      )}
      {reason === null ? null : <p className="font-sans text-xs text-soft">{reason}</p>}
    </div>
  );
}

/** What the model proposed and the check refused: the sentence stands as it was. */
function Refused({ refused: { before, proposed, reason } }: { refused: RefusedChange }) {
  return (
    <div className="flex flex-col gap-1 font-serif break-words" dir="auto">
      <p className="font-sans text-xs font-semibold text-soft">
        {proposed === null ? texts.repair.notRemoved : texts.repair.notCorrected}
      </p>
      <p className="px-1">{before}</p>
      {proposed === null ? null : <p className="px-1 text-soft italic">{proposed}</p>}
      <p className="font-sans text-xs text-soft">{texts.engine(reason)}</p>
    </div>
  );
}
