import { messageOf } from '../api/api-error.js';
import { texts } from '../texts/en.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';

/** A part of the page that was never loaded, asked for while the server is away. */
const isAway = (error: unknown) =>
  /dynamically imported module|importing a module|Failed to fetch/i.test(messageOf(error));

export function CrashPage({ error }: { error: unknown }) {
  const away = isAway(error);
  return (
    <EmptyState
      title={away ? texts.errors.load : texts.errors.title}
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {texts.common.reload}
        </Button>
      }
    >
      <p>{away ? texts.errors.offline : texts.errors.crash}</p>
      {away ? null : <p className="mt-2 font-mono text-xs break-words">{messageOf(error)}</p>}
    </EmptyState>
  );
}
