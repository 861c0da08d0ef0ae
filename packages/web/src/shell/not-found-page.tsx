import { Link } from '@tanstack/react-router';
import { texts } from '../texts/texts.js';
import { EmptyState } from '../ui/empty-state.js';

export function NotFoundPage() {
  return (
    <EmptyState
      title={texts.errors.notFound}
      action={
        <Link to="/" className="text-sm font-medium text-accent underline">
          {texts.navigation.newConversation}
        </Link>
      }
    >
      {texts.errors.notFoundHint}
    </EmptyState>
  );
}
