import { useShareConversation } from '../api/conversations.js';
import type { Conversation } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { Dialog } from '../ui/dialog.js';
import { SharingForm } from '../ui/sharing-form.js';

/** Who may read a conversation, and what they will see of it. */
export function ShareConversation(props: {
  conversation: Conversation;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { conversation } = props;
  const share = useShareConversation(conversation.id);
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={texts.conversation.share}
      description={texts.conversation.shareHint}
    >
      <ul className="mb-4 list-disc space-y-1 pl-5 text-sm">
        {texts.conversation.sharedParts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <SharingForm sharing={conversation.sharing} onSave={(sharing) => share.mutateAsync(sharing)} />
    </Dialog>
  );
}
