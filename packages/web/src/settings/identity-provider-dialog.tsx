import { useState } from 'react';
import type { InputHTMLAttributes } from 'react';
import type { IdentityProviderSetting } from '../api/settings.js';
import { freeId } from '../lib/free-id.js';
import { texts } from '../texts/texts.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { SaveForm } from '../ui/save-form.js';

const words = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** ORG-1: what Ibid needs to know about a provider, and vice versa. */
export function IdentityProviderDialog(props: {
  provider: IdentityProviderSetting | null;
  taken: readonly string[];
  onClose: () => void;
  onSave: (provider: IdentityProviderSetting) => Promise<unknown>;
}) {
  const { provider } = props;
  const [typed, setTyped] = useState({
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    scopes: (provider?.scopes ?? ['openid', 'profile', 'email']).join(' '),
    groupsClaim: provider ? (provider.groupsClaim ?? '') : 'groups',
    administratorGroups: provider?.administratorGroups?.join(', ') ?? '',
    allowedGroups: provider?.allowedGroups?.join(', ') ?? '',
  });
  const id = provider?.id ?? freeId(typed.name, props.taken, 'provider');
  const field = (name: keyof typeof typed): InputHTMLAttributes<HTMLInputElement> => ({
    value: typed[name],
    onChange: (event) => {
      const { value } = event.target;
      setTyped((now) => ({ ...now, [name]: value }));
    },
  });
  const save = async () => {
    const { clientSecret, groupsClaim } = typed;
    await props.onSave({
      ...provider,
      id,
      name: typed.name.trim(),
      issuer: typed.issuer.trim(),
      clientId: typed.clientId.trim(),
      ...(clientSecret === '' ? {} : { clientSecret }),
      scopes: words(typed.scopes, /\s+/u),
      groupsClaim: groupsClaim.trim() === '' ? null : groupsClaim.trim(),
      administratorGroups: words(typed.administratorGroups, /,/u),
      allowedGroups: words(typed.allowedGroups, /,/u),
    });
    props.onClose();
  };
  return (
    <Dialog open onOpenChange={props.onClose} title={provider?.name ?? texts.settings.addIdentityProvider}>
      <SaveForm onSave={save}>
        <TextField label={texts.settings.identityName} required maxLength={60} {...field('name')} />
        <TextField
          label={texts.settings.issuer}
          hint={texts.settings.issuerHint}
          type="url"
          required
          {...field('issuer')}
        />
        <TextField label={texts.settings.clientId} required {...field('clientId')} />
        <TextField
          label={texts.settings.clientSecret}
          hint={provider?.clientSecretSet ? texts.settings.clientSecretKept : undefined}
          type="password"
          autoComplete="off"
          {...field('clientSecret')}
        />
        <TextField
          label={texts.settings.identityScopes}
          hint={texts.settings.identityScopesHint}
          {...field('scopes')}
        />
        <TextField
          label={texts.settings.groupsClaim}
          hint={texts.settings.groupsClaimHint}
          {...field('groupsClaim')}
        />
        <TextField
          label={texts.settings.administratorGroups}
          hint={texts.settings.administratorGroupsHint}
          {...field('administratorGroups')}
        />
        <TextField
          label={texts.settings.allowedGroups}
          hint={texts.settings.allowedGroupsHint}
          {...field('allowedGroups')}
        />
        <p className="text-sm text-soft">
          {texts.settings.callbackAddress}{' '}
          <code className="break-all text-ink">{`${window.location.origin}/api/login/${id}/callback`}</code>
        </p>
      </SaveForm>
    </Dialog>
  );
}
