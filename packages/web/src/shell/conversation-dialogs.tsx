import { useNavigate, useParams } from '@tanstack/react-router';
import { useChangeConversation, useDeleteConversation } from '../api/conversations.js';
import type { Conversation } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { NameDialog } from '../ui/name-dialog.js';
import { MoveConversation } from './move-conversation.js';

/** Dialogs to rename, move or delete a conversation in the list. Loaded on first use. */
export default function ConversationDialogs(props: {
  conversation: Conversation;
  asking: 'rename' | 'move' | 'delete';
  onClose: () => void;
}) {
  const { conversation, asking, onClose } = props;
  const change = useChangeConversation();
  const remove = useDeleteConversation();
  const navigate = useNavigate();
  const shown = useParams({ strict: false }).conversationId;
  switch (asking) {
    case 'rename':
      return (
        <NameDialog
          title={texts.navigation.rename}
          name={conversation.title || texts.navigation.untitled}
          onClose={onClose}
          onSubmit={(name) => change.mutateAsync({ id: conversation.id, title: name })}
        />
      );
    case 'move':
      return (
        <MoveConversation
          projectId={conversation.projectId}
          onClose={onClose}
          onMove={(projectId) => change.mutateAsync({ id: conversation.id, projectId })}
        />
      );
    case 'delete':
      return (
        <ConfirmDialog
          title={texts.navigation.deleteConversation}
          question={texts.navigation.deleteConversationQuestion}
          action={texts.common.delete}
          onClose={onClose}
          onConfirm={async () => {
            await remove.mutateAsync(conversation.id);
            if (shown === conversation.id) await navigate({ to: '/' });
          }}
        />
      );
  }
}
