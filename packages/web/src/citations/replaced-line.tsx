import { History } from 'lucide-react';
import { shownTitle } from './shown-title.js';
import { texts } from '../texts/texts.js';

/** KB-11: says that another document replaces the cited one. A claim may be supported by a version no longer in force. */
export function ReplacedLine({ by }: { by: string | undefined }) {
  if (by === undefined) return null;
  return (
    <p className="mt-1 flex items-start gap-1.5 text-xs break-words text-weak" data-testid="replaced-line">
      <History size={14} className="mt-px shrink-0" aria-hidden="true" />
      <span className="min-w-0">{texts.citations.replacedBy(shownTitle(by))}</span>
    </p>
  );
}
