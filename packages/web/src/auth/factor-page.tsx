import { request } from '../api/request.js';
import { SetUpFactor } from '../settings/set-up-factor.js';
import { Wordmark } from '../shell/wordmark.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';

/** ORG-1: the role requires a second factor; everything else is blocked until it is set up. */
export function FactorPage() {
  /** Reloads, because requests without a second factor were refused. */
  const enter = () => window.location.reload();
  const logout = async () => {
    await request('POST /api/logout', {});
    window.location.assign('/');
  };
  return (
    <main className="flex h-full items-center justify-center overflow-auto p-4">
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-2xl border bg-raised p-7 shadow-sm">
        <div>
          <Wordmark large />
          <h1 className="mt-4 font-serif text-xl">{texts.factor.setUp}</h1>
          <p className="mt-1 text-sm text-soft">{texts.factor.requiredHint}</p>
        </div>
        <SetUpFactor onDone={enter} />
        <div className="border-t pt-4">
          <Button onClick={() => void logout()}>{texts.navigation.logout}</Button>
        </div>
      </div>
    </main>
  );
}
