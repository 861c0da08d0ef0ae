import { useState } from 'react';
import { useChangeSettings, useSettings } from '../api/settings.js';
import { texts } from '../texts/texts.js';
import { CheckField } from '../ui/field.js';
import { SaveForm } from '../ui/save-form.js';
import { Section } from './section.js';

const ROLES = ['member', 'administrator'] as const;
type Role = (typeof ROLES)[number];

/** ORG-1: whose password alone is not enough. */
export function RequiredFactorSection() {
  const stored = useSettings().data?.system.requireSecondFactor;
  return stored ? <Form stored={stored} /> : null;
}

function Form({ stored }: { stored: readonly Role[] }) {
  const change = useChangeSettings();
  const [roles, setRoles] = useState(stored);
  return (
    <Section title={texts.factor.required} hint={texts.factor.requiredRolesHint}>
      <SaveForm onSave={() => change.mutateAsync({ system: { requireSecondFactor: [...roles] } })}>
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
      </SaveForm>
    </Section>
  );
}
