import { Link } from '@tanstack/react-router';
import { texts } from '../texts/texts.js';
import { Page } from '../ui/page.js';

export function NotFoundPage() {
  return (
    <Page title={texts.errors.notFound}>
      <p className="mb-4 text-soft">{texts.errors.notFoundHint}</p>
      <Link to="/" className="font-medium text-accent underline">
        {texts.errors.home}
      </Link>
    </Page>
  );
}
