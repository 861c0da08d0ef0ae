import { classNames } from '../lib/class-names.js';

/** A few choices side by side, one selected; a radio group for keyboard and screen readers. */
export function Segments<Value extends string>(props: {
  label: string;
  options: { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <div role="radiogroup" aria-label={props.label} className="flex flex-wrap gap-1">
      {props.options.map(({ value, label }, position) => {
        const chosen = value === props.value;
        const move = (step: number) => {
          const next = props.options[(position + step + props.options.length) % props.options.length];
          if (next !== undefined) props.onChange(next.value);
        };
        return (
          <button
            key={value}
            type="button"
            role="radio"
            aria-checked={chosen}
            tabIndex={chosen ? 0 : -1}
            ref={(element) => {
              if (chosen && element !== null && element.parentElement?.contains(document.activeElement))
                element.focus();
            }}
            onClick={() => props.onChange(value)}
            onKeyDown={(event) => {
              const step = /^Arrow(Right|Down)$/.test(event.key)
                ? 1
                : /^Arrow(Left|Up)$/.test(event.key)
                  ? -1
                  : 0;
              if (step === 0) return;
              event.preventDefault();
              move(step);
            }}
            className={classNames(
              'min-h-8 rounded-lg px-3 text-sm',
              chosen ? 'bg-ink text-paper' : 'text-soft hover:bg-panel hover:text-ink',
            )}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}
