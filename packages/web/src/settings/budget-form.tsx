import { useState } from 'react';
import type { Budget } from '../api/budget.js';
import { texts } from '../texts/texts.js';
import { TextField } from '../ui/field.js';
import { SaveForm } from '../ui/save-form.js';

const NAMES = [
  'tokensPerDay',
  'tokensPerMonth',
  'usdPerDay',
  'usdPerMonth',
  'storageBytes',
  'runningJobs',
] as const;
const MEGABYTE = 1_000_000;

/** ORG-5: a budget as typed: a number, the word for no limit, or nothing. */
export function BudgetForm(props: { budget: Budget; onSave: (budget: Budget) => Promise<unknown> }) {
  const [values, setValues] = useState(() => asTyped(props.budget));
  return (
    <SaveForm onSave={async () => props.onSave(asBudget(values))}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {NAMES.map((name) => (
          <TextField
            key={name}
            label={texts.budget.fields[name]}
            {...(name.startsWith('usd') ? { hint: texts.budget.usdHint } : {})}
            inputMode="decimal"
            autoComplete="off"
            value={values[name]}
            onChange={(event) => setValues((now) => ({ ...now, [name]: event.target.value }))}
          />
        ))}
      </div>
    </SaveForm>
  );
}

type Typed = Record<(typeof NAMES)[number], string>;

function asTyped(budget: Budget): Typed {
  const typed = (name: (typeof NAMES)[number]) => {
    const value = budget[name];
    if (value === undefined) return '';
    if (value === null) return texts.budget.none;
    return String(name === 'storageBytes' ? value / MEGABYTE : value);
  };
  return Object.fromEntries(NAMES.map((name) => [name, typed(name)])) as Typed;
}

function asBudget(values: Typed): Budget {
  const budget: Budget = {};
  for (const name of NAMES) {
    const text = values[name].trim();
    if (text === '') continue;
    if (text === texts.budget.none) {
      budget[name] = null;
      continue;
    }
    const value = Number(text.replace(',', '.'));
    if (Number.isNaN(value) || value < 0) throw new Error(texts.budget.noNumber(text));
    const whole = name.startsWith('usd')
      ? value
      : Math.round(value * (name === 'storageBytes' ? MEGABYTE : 1));
    budget[name] = whole;
  }
  return budget;
}
