import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.js';

const tones = {
  info: 'border-line bg-panel text-ink',
  warning: 'border-weak/50 bg-weak-soft text-ink',
  error: 'border-unsupported/50 bg-unsupported-soft text-ink',
};

/** A box for problems and notes, with possible actions. */
export function Notice(props: {
  tone?: keyof typeof tones;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const { tone = 'info', title, children, action } = props;
  return (
    <div
      role={tone === 'error' ? 'alert' : 'note'}
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-xl border px-4 py-3 text-sm',
        tones[tone],
      )}
    >
      <div className="min-w-0 flex-1 basis-56 break-words">
        {title === undefined ? null : <p className="font-semibold">{title}</p>}
        {children === undefined ? null : <div className="text-pretty">{children}</div>}
      </div>
      {action}
    </div>
  );
}
