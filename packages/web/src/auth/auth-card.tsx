import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../api/api-error.js';
import { sessionKey } from '../api/session.js';
import { Wordmark } from '../shell/wordmark.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';

/** The frame for log-in and set-up: a form that sends a request and then reloads the session. */
export function AuthCard(props: {
  title: string;
  subtitle: string;
  action: string;
  onSubmit: () => Promise<unknown>;
  /** Below the form: other ways in. */
  others?: ReactNode;
  /** An error from before the page was loaded. */
  problem?: string | null;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(props.problem ?? null);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    props
      .onSubmit()
      .then(() => client.invalidateQueries({ queryKey: sessionKey }))
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <main className="flex h-full items-center justify-center overflow-auto p-4">
      <form
        onSubmit={submit}
        className="flex w-full max-w-sm flex-col gap-4 rounded-2xl border bg-raised p-7 shadow-sm"
      >
        <div>
          <Wordmark large />
          <h1 className="mt-4 font-serif text-xl">{props.title}</h1>
          <p className="mt-1 text-sm text-soft">{props.subtitle}</p>
        </div>
        {props.children}
        {problem === null ? null : <Notice tone="error">{problem}</Notice>}
        <Button type="submit" variant="primary" disabled={busy}>
          {props.action}
        </Button>
        {props.others}
      </form>
    </main>
  );
}
