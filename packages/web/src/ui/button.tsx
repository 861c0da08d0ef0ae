import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../lib/class-names.js';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:opacity-90 border-transparent',
  secondary: 'bg-raised text-ink border-line hover:border-line-strong',
  quiet: 'text-soft border-transparent hover:bg-panel hover:text-ink',
  danger: 'bg-raised text-unsupported border-line hover:border-unsupported',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = 'secondary', icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'inline-flex min-h-9 items-center justify-center gap-2 rounded-lg border px-3 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-50',
        looks[variant],
        className,
      )}
    >
      {icon}
      {children}
    </button>
  );
}
