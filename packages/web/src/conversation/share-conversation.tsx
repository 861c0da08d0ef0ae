import { useShareConversation } from '../api/conversations.js';
import type { Conversation } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { Dialog } from '../ui/dialog.js';
import { SharingForm } from '../ui/sharing-form.js';
import { LinkForm } from './link-form.js';

/** Who may read a conversation, with an account or by a link, and what they will see. */
export function ShareConversation(props: {
  conversation: Conversation;
  /** The last displayed answer; null if there is none yet. */
  answerId: string | null;
  onClose: () => void;
}) {
  const { conversation, answerId } = props;
  const share = useShareConversation(conversation.id);
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={texts.conversation.share}
      description={texts.conversation.shareHint}
    >
      <ul className="mb-4 list-disc space-y-1 ps-5 text-sm">
        {texts.conversation.sharedParts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <SharingForm sharing={conversation.sharing} onSave={(sharing) => share.mutateAsync(sharing)} />
      {answerId === null ? null : (
        <section className="mt-6 border-t pt-4">
          <h2 className="font-serif text-lg">{texts.links.title}</h2>
          <p className="mb-3 text-sm text-soft">{texts.links.hint}</p>
          <LinkForm conversationId={conversation.id} messageId={answerId} extent="conversation" />
        </section>
      )}
    </Dialog>
  );
}

/** Shares one answer with people without an account. */
export function ShareAnswer(props: { conversationId: string; messageId: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={props.onClose} title={texts.links.share} description={texts.links.hint}>
      <LinkForm conversationId={props.conversationId} messageId={props.messageId} extent="answer" />
    </Dialog>
  );
}
