import { useState } from 'react';
import { useChangeSettings, useSettings } from '../api/settings.js';
import { texts } from '../texts/texts.js';
import { CheckField } from '../ui/field.js';
import { SaveForm } from '../ui/save-form.js';
import { Section } from './section.js';

const ROLES = ['member', 'administrator'] as const;
type Role = (typeof ROLES)[number];

/** ORG-1: roles that need a second factor. */
export function RequiredFactorSection() {
  const system = useSettings().data?.system;
  return system?.requireSecondFactor ? (
    <Form stored={system.requireSecondFactor} storedNeedsCode={system.secondFactorNeedsCode === true} />
  ) : null;
}

function Form({ stored, storedNeedsCode }: { stored: readonly Role[]; storedNeedsCode: boolean }) {
  const change = useChangeSettings();
  const [roles, setRoles] = useState(stored);
  const [needsCode, setNeedsCode] = useState(storedNeedsCode);
  const save = () =>
    change.mutateAsync({
      system: { requireSecondFactor: [...roles], secondFactorNeedsCode: needsCode },
    });
  return (
    <Section title={texts.factor.required} hint={texts.factor.requiredRolesHint}>
      <SaveForm onSave={save}>
        {ROLES.map((role) => (
          <CheckField
            key={role}
            label={texts.factor.requiredRoles[role]}
            checked={roles.includes(role)}
            onChange={({ target }) =>
              setRoles(ROLES.filter((one) => (one === role ? target.checked : roles.includes(one))))
            }
          />
        ))}
        <CheckField
          label={texts.factor.needsCode}
          hint={texts.factor.needsCodeHint}
          checked={needsCode}
          onChange={({ target }) => setNeedsCode(target.checked)}
        />
      </SaveForm>
    </Section>
  );
}
