import type { ReactNode } from 'react';

/** An empty state that explains what belongs there and offers the first step. */
export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      {props.icon === undefined ? null : <div className="text-accent">{props.icon}</div>}
      <h2 className="font-serif text-xl text-balance">{props.title}</h2>
      {props.children === undefined ? null : (
        <div className="text-sm text-pretty text-soft">{props.children}</div>
      )}
      {props.action}
    </div>
  );
}
