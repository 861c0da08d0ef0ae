import type { ReactNode } from 'react';

export function Section(props: { title: string; hint?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="mb-10">
      <div className="mb-4 flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-serif text-xl">{props.title}</h2>
          {props.hint === undefined ? null : <p className="text-sm text-soft">{props.hint}</p>}
        </div>
        {props.actions}
      </div>
      {props.children}
    </section>
  );
}
