import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SaveForm } from '../ui/save-form.js';
import { Section } from './section.js';
import { factorKey, PasswordField, SetUpFactor, useFactor } from './set-up-factor.js';

/** ORG-1: a code from an app in addition to the password. */
export function SecondFactorSection() {
  const client = useQueryClient();
  const factor = useFactor();
  const [open, setOpen] = useState<'set-up' | 'remove' | null>(null);
  if (!factor?.isPossible) return null;
  const close = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: factorKey });
  };
  return (
    <Section
      title={texts.factor.title}
      hint={texts.factor.hint}
      actions={
        <Button onClick={() => setOpen(factor.isOn ? 'remove' : 'set-up')}>
          {factor.isOn ? texts.factor.remove : texts.factor.setUp}
        </Button>
      }
    >
      <p className="text-sm">
        {factor.isOn ? texts.factor.isOn(factor.recoveryCodesLeft) : texts.factor.isOff}
      </p>
      {open === 'set-up' ? (
        <Dialog open onOpenChange={close} title={texts.factor.setUp}>
          <SetUpFactor onDone={close} />
        </Dialog>
      ) : null}
      {open === 'remove' ? <RemoveDialog onClose={close} /> : null}
    </Section>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  return (
    <Dialog open onOpenChange={onClose} title={texts.factor.remove}>
      <SaveForm
        action={texts.factor.remove}
        onSave={async () => {
          await request('POST /api/second-factor/remove', { body: { password } });
          onClose();
        }}
      >
        <p className="text-sm">{texts.factor.removeQuestion}</p>
        <PasswordField value={password} onChange={setPassword} />
      </SaveForm>
    </Dialog>
  );
}
