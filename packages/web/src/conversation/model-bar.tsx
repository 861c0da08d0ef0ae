import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useModels } from '../api/library.js';
import { useIsAdministrator } from '../api/users.js';
import { readStored, writeStored } from '../lib/stored.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';

/** Without a language model, answers are quotations. Says so, with a link to set one up, until dismissed. */
export function ModelBar() {
  const models = useModels();
  const mayConnect = useIsAdministrator();
  const [dismissed, setDismissed] = useState(() => readStored('model-bar') === 'dismissed');
  const hasModel = models.data?.rows.some((model) => model.isLanguageModel) ?? true;
  if (dismissed || hasModel || !mayConnect) return null;
  return (
    <div
      role="note"
      data-testid="model-bar"
      className="mb-4 flex items-center gap-2 rounded-xl border bg-panel py-1 ps-4 pe-1 text-sm"
    >
      <p className="min-w-0 flex-1">
        {texts.start.noModel}{' '}
        <Link
          to="/settings/$section"
          params={{ section: 'models' }}
          className="font-medium text-accent underline"
        >
          {texts.start.connectModel}
        </Link>
      </p>
      <IconButton
        small
        label={texts.start.dismissModel}
        onClick={() => {
          writeStored('model-bar', 'dismissed');
          setDismissed(true);
        }}
      >
        <X size={14} />
      </IconButton>
    </div>
  );
}
