import { ChevronLeft, ChevronRight } from 'lucide-react';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { useConversationActions } from './conversation-actions.js';

/** Steps through the versions of one message; each choice shows its branch. */
export function SiblingSwitch({ id, siblings }: { id: string; siblings: string[] }) {
  const actions = useConversationActions();
  const position = siblings.indexOf(id);
  if (siblings.length < 2 || position < 0) return null;
  const go = (step: number) => {
    const target = siblings[position + step];
    if (target !== undefined) actions.switchTo(target);
  };
  return (
    <div
      data-siblings
      role="group"
      aria-label={texts.conversation.version(position + 1, siblings.length)}
      className="flex items-center text-xs text-soft"
    >
      <IconButton
        small
        label={texts.conversation.previousVersion}
        disabled={position === 0}
        onClick={() => go(-1)}
      >
        <ChevronLeft size={15} />
      </IconButton>
      <span className="tabular-nums" aria-hidden="true">
        {position + 1}/{siblings.length}
      </span>
      <IconButton
        small
        label={texts.conversation.nextVersion}
        disabled={position === siblings.length - 1}
        onClick={() => go(1)}
      >
        <ChevronRight size={15} />
      </IconButton>
    </div>
  );
}
