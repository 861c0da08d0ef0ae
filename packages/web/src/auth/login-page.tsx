import { useState } from 'react';
import { request } from '../api/request.js';
import { texts } from '../texts/texts.js';
import { TextField } from '../ui/field.js';
import { AuthCard } from './auth-card.js';

export function LoginPage() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  return (
    <AuthCard
      title={texts.account.loginTitle}
      subtitle={texts.account.loginSubtitle}
      action={texts.account.login}
      onSubmit={() => request('POST /api/login', { body: { name, password } })}
    >
      <TextField
        label={texts.account.user}
        required
        autoFocus
        autoComplete="username"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={texts.account.password}
        type="password"
        required
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </AuthCard>
  );
}
