import { X } from 'lucide-react';
import { texts } from '../texts/texts.js';
import { SelectField } from './field.js';

interface Named {
  value: string;
  name: string;
}

/** Selects several names from a list: selected ones as chips, others to add. */
export function NamePicker(props: {
  label: string;
  add: string;
  options: readonly Named[];
  chosen: readonly string[];
  /** Default: stop sharing with it. */
  removeLabel?: (name: string) => string;
  onChange: (chosen: string[]) => void;
}) {
  const { options, chosen, onChange } = props;
  const nameOf = (value: string) => options.find((option) => option.value === value)?.name ?? value;
  const others = options.filter((option) => !chosen.includes(option.value));
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={props.label}
        value=""
        disabled={others.length === 0}
        onChange={(event) => onChange([...chosen, event.target.value])}
      >
        <option value="">{props.add}</option>
        {others.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </SelectField>
      {chosen.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((value) => (
            <li
              key={value}
              className="flex max-w-64 items-center gap-1 rounded-lg bg-accent-soft py-1 ps-2.5 pe-1 text-sm text-accent"
            >
              <bdi className="truncate">{nameOf(value)}</bdi>
              <button
                type="button"
                aria-label={(props.removeLabel ?? texts.knowledge.unshare)(nameOf(value))}
                onClick={() => onChange(chosen.filter((other) => other !== value))}
                className="rounded p-1 hover:bg-raised"
              >
                <X size={13} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
