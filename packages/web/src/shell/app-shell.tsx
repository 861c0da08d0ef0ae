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

/** What a link opens needs no session; everything else asks for one first. */
export function AppShell() {
  const isShared = useRouterState({ select: ({ location }) => location.pathname === '/shared' });
  return isShared ? <Outlet /> : <OwnPage />;
}

/** Decides by the session what is shown: setting up, logging in, or the page itself. */
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
  // It stays when there is one: the recovery codes are shown once, and the person says when they are kept.
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
