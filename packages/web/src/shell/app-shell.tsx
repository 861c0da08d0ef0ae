import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useSession } from '../api/session.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { Frame } from './frame.js';
import { lazyPart } from '../lib/lazy-part.js';

const LoginPage = lazyPart(async () => (await import('../auth/login-page.js')).LoginPage);
const FactorPage = lazyPart(async () => (await import('../auth/factor-page.js')).FactorPage);
const SetupPage = lazyPart(async () => (await import('../auth/setup-page.js')).SetupPage);

/** A shared link needs no session; everything else does. */
export function AppShell() {
  const isShared = useRouterState({ select: ({ location }) => location.pathname === '/shared' });
  return isShared ? <Outlet /> : <OwnPage />;
}

/** Shows set-up, log-in or the page, depending on the session. */
function OwnPage() {
  const session = useSession();
  const [isSettingUp, setSettingUp] = useState(false);
  const [wasLoggedIn, setLoggedIn] = useState(false);
  if (session.isPending) return <div className="h-full" role="status" aria-label={texts.common.loading} />;
  if (session.isError) {
    return (
      <main className="mx-auto max-w-lg p-6">
        <Notice
          tone="error"
          title={texts.errors.load}
          action={<Button onClick={() => void session.refetch()}>{texts.common.retry}</Button>}
        >
          {messageOf(session.error)}
        </Notice>
      </main>
    );
  }
  const { mode, user, mustSetUpSecondFactor } = session.data;
  // Stay until confirmed: the recovery codes are shown only once.
  if (mustSetUpSecondFactor && !isSettingUp) setSettingUp(true);
  if (user !== null && !wasLoggedIn) setLoggedIn(true);
  if (user !== null && (mustSetUpSecondFactor || isSettingUp))
    return (
      <Suspense fallback={null}>
        <FactorPage />
      </Suspense>
    );
  if (user !== null) return <Frame session={session.data} user={user} />;
  return (
    <Suspense fallback={null}>
      {mode === 'setup' ? <SetupPage /> : <LoginPage hasEnded={wasLoggedIn} />}
    </Suspense>
  );
}
