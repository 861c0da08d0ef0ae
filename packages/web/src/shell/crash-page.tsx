import { messageOf } from '../api/api-error.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { Page } from '../ui/page.js';

export function CrashPage({ error }: { error: unknown }) {
  return (
    <EmptyState
      title={texts.errors.title}
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {texts.common.reload}
        </Button>
      }
    >
      <p>{texts.errors.crash}</p>
      <p className="mt-2 font-mono text-xs break-words">{messageOf(error)}</p>
    </EmptyState>
  );
}

/** A part of the page could not be loaded because the server is down. The rest of the page stays usable. */
export function AwayPage() {
  return (
    <Page title={texts.errors.load}>
      <p className="mb-4 text-soft">{texts.errors.offline}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {texts.common.retry}
      </Button>
    </Page>
  );
}
