import { request } from '../api/request.js';
import { SetUpFactor } from '../settings/set-up-factor.js';
import { Wordmark } from '../shell/wordmark.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';

/** ORG-1: the role asks for a second factor, and nothing else is open until there is one. */
export function FactorPage() {
  /** Loaded again: what was asked for without a second factor was refused. */
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
