import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { classNames } from '../lib/class-names.js';

const box =
  'w-full rounded-lg border border-line-strong/60 bg-raised px-3 py-2 text-sm text-ink focus-visible:outline-offset-0';

function Labelled(props: {
  id: string;
  label: string;
  hint?: ReactNode;
  hideLabel?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={props.id} className={props.hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {props.label}
      </label>
      {props.children}
      {props.hint === undefined ? null : (
        <p id={`${props.id}-hint`} className="text-xs text-soft">
          {props.hint}
        </p>
      )}
    </div>
  );
}

interface Common {
  label: string;
  hint?: ReactNode;
  hideLabel?: boolean;
}

export function TextField({
  label,
  hint,
  hideLabel,
  className,
  ...rest
}: Common & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} hideLabel={hideLabel ?? false}>
      <input
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
        className={classNames(box, className)}
      />
    </Labelled>
  );
}

export function TextArea({
  label,
  hint,
  hideLabel,
  className,
  ...rest
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} hideLabel={hideLabel ?? false}>
      <textarea
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
        className={classNames(box, 'min-h-24 leading-relaxed', className)}
      />
    </Labelled>
  );
}

export function SelectField({
  label,
  hint,
  hideLabel,
  className,
  children,
  ...rest
}: Common & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} hideLabel={hideLabel ?? false}>
      <div className="relative">
        <select
          id={id}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          {...rest}
          className={classNames(box, 'appearance-none pe-9', className)}
        >
          {children}
        </select>
        <ChevronDown
          size={16}
          className="pointer-events-none absolute end-3 top-2.5 text-soft"
          aria-hidden="true"
        />
      </div>
    </Labelled>
  );
}

export function CheckField({ label, hint, ...rest }: Common & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input id={id} type="checkbox" {...rest} className="mt-1 size-4 shrink-0 accent-(--accent)" />
      <label htmlFor={id} className="text-sm">
        <span className="font-medium">{label}</span>
        {hint === undefined ? null : <span className="block text-xs text-soft">{hint}</span>}
      </label>
    </div>
  );
}
