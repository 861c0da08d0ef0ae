import { useState } from 'react';
import { request } from '../api/request.js';
import { texts } from '../texts/texts.js';
import { TextField } from '../ui/field.js';
import { AuthCard } from './auth-card.js';

/** Creates the first administrator. The one-time token is in the server's log, or in the link it printed. */
export function SetupPage() {
  const [token, setToken] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  return (
    <AuthCard
      title={texts.account.setupTitle}
      subtitle={texts.account.setupSubtitle}
      action={texts.account.setup}
      onSubmit={async () => {
        await request('POST /api/setup', { body: { token: token.trim(), name, password } });
        // The token is used up; remove it from the address and history.
        window.history.replaceState(null, '', '/');
      }}
    >
      <TextField
        label={texts.account.token}
        required
        value={token}
        onChange={(event) => setToken(event.target.value)}
      />
      <TextField
        label={texts.account.user}
        required
        autoComplete="username"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={texts.account.password}
        hint={texts.account.passwordHint}
        type="password"
        required
        minLength={10}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </AuthCard>
  );
}
