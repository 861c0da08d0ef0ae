import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../lib/class-names.js';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** For screen readers and as a tooltip: an icon alone says nothing. */
  label: string;
  children: ReactNode;
  small?: boolean;
  active?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, small, active, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-lg transition-colors hover:bg-panel hover:text-ink disabled:opacity-40',
        small ? 'size-7' : 'size-9',
        active ? 'bg-panel text-accent' : 'text-soft',
        className,
      )}
    >
      {children}
    </button>
  );
}
