import { useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { addressFor, request } from '../api/request.js';
import { useSession } from '../api/session.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { AuthCard } from './auth-card.js';

/** `hasEnded`: the user was logged in on this page until just now, and what they wrote is still there. */
export function LoginPage({ hasEnded }: { hasEnded: boolean }) {
  const providers = useSession().data?.identityProviders ?? [];
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  /** Null: not required. */
  const [code, setCode] = useState<string | null>(null);
  const logIn = async () => {
    try {
      await request('POST /api/login', { body: { name, password, ...(code ? { code } : {}) } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') throw error;
      setCode('');
    }
  };
  return (
    <AuthCard
      title={texts.account.loginTitle}
      subtitle={hasEnded ? texts.account.sessionEnded : texts.account.loginSubtitle}
      action={texts.account.login}
      onSubmit={logIn}
      problem={problemOfAddress()}
      others={
        providers.length === 0 ? null : (
          <div className="flex flex-col gap-2 border-t pt-4">
            {providers.map(({ id, name: provider }) => (
              <Button key={id} onClick={() => leaveFor(id)}>
                {texts.account.loginWith(provider)}
              </Button>
            ))}
          </div>
        )
      }
    >
      <TextField
        label={texts.account.user}
        required
        autoFocus={providers.length === 0}
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
      {code === null ? null : (
        <TextField
          label={texts.factor.code}
          hint={texts.factor.codeHint}
          required
          autoFocus
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
    </AuthCard>
  );
}

/** ORG-1: goes to the provider, and from there back to the current page. */
function leaveFor(provider: string): void {
  const { pathname, hash } = window.location;
  window.location.assign(addressFor('GET /api/login/{provider}', { provider }, { to: `${pathname}${hash}` }));
}

/** Why a provider sent the user back without logging in. */
function problemOfAddress(): string | null {
  const problem = new URLSearchParams(window.location.search).get('problem') ?? '';
  return Object.hasOwn(texts.account.loginProblems, problem)
    ? (texts.account.loginProblems[problem] ?? null)
    : null;
}
