import { useState } from 'react';
import type { Budget } from '../api/budget.js';
import { useChangeSettings, useSettings } from '../api/settings.js';
import { texts } from '../texts/texts.js';
import { SelectField } from '../ui/field.js';
import { BudgetForm } from './budget-form.js';
import { Section } from './section.js';

type Role = 'member' | 'administrator';

/** ORG-5: for administrators. */
export function RoleBudgets() {
  const settings = useSettings().data;
  const change = useChangeSettings();
  const [role, setRole] = useState<Role>('member');
  if (!settings) return null;
  const { budgets } = settings.system;
  return (
    <Section title={texts.budget.roles} hint={texts.budget.rolesHint}>
      <div className="flex max-w-2xl flex-col gap-4">
        <SelectField
          label={texts.budget.role}
          value={role}
          onChange={(event) => setRole(event.target.value as Role)}
        >
          {(['member', 'administrator'] as const).map((one) => (
            <option key={one} value={one}>
              {texts.settings.roles[one]}
            </option>
          ))}
        </SelectField>
        <BudgetForm
          key={role}
          budget={budgets[role] ?? {}}
          onSave={(budget: Budget) =>
            change.mutateAsync({ system: { budgets: { ...budgets, [role]: budget } } })
          }
        />
      </div>
    </Section>
  );
}
