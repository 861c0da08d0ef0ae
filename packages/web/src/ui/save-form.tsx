import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { messageOf } from '../api/api-error.js';
import { texts } from '../texts/texts.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

/** A form that saves and confirms it. */
export function SaveForm(props: {
  onSave: () => Promise<unknown>;
  /** Instead of “Save”. */
  action?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const [state, setState] = useState<{ busy: boolean; saved: boolean; problem: string | null }>({
    busy: false,
    saved: false,
    problem: null,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setState({ busy: true, saved: false, problem: null });
    props.onSave().then(
      () => setState({ busy: false, saved: true, problem: null }),
      (error: unknown) => setState({ busy: false, saved: false, problem: messageOf(error) }),
    );
  };
  return (
    <form
      onSubmit={submit}
      onChange={() => setState((now) => ({ ...now, saved: false }))}
      className="flex max-w-2xl flex-col gap-4"
    >
      {props.children}
      {state.problem === null ? null : <Notice tone="error">{state.problem}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={state.busy}>
          {props.action ?? texts.common.save}
        </Button>
        {props.actions}
        <span role="status" className="text-sm text-supported">
          {state.saved ? texts.common.saved : ''}
        </span>
      </div>
    </form>
  );
}
