import { useParams } from '@tanstack/react-router';
import { ArrowRight, Copy, GitFork, Paperclip, Pencil } from 'lucide-react';
import { memo, useState } from 'react';
import { messageOf } from '../api/api-error.js';
import { useConversation } from '../api/conversations.js';
import type { UserMessageRow } from '../api/types.js';
import { useCopy } from '../lib/use-copy.js';
import { texts } from '../texts/texts.js';
import { Button } from '../ui/button.js';
import { IconButton } from '../ui/icon-button.js';
import { Notice } from '../ui/notice.js';
import { useConversationActions } from './conversation-actions.js';
import { AskedLine } from './asked-line.js';
import { EditMessage } from './edit-message.js';
import { SiblingSwitch } from './sibling-switch.js';

const longMessage = 1_200;

export const UserMessageView = memo(function UserMessageView({
  message,
  isLast,
}: {
  message: UserMessageRow;
  /** Without an answer below it. */
  isLast: boolean;
}) {
  const [editing, setEditing] = useState(false);
  const [whole, setWhole] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const actions = useConversationActions();
  const { conversationId = '' } = useParams({ strict: false });
  const mayWrite = useConversation(conversationId).data?.isOwner !== false;
  const { copied, copy } = useCopy();
  const isLong = message.text.length > longMessage;
  if (editing) return <EditMessage message={message} onDone={() => setEditing(false)} />;
  return (
    <article aria-label={texts.conversation.you} className="group flex flex-col items-end gap-1 pt-7">
      <div className="max-w-[88%] rounded-2xl rounded-se-md bg-panel px-4 py-2.5">
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {isLong && !whole ? `${message.text.slice(0, longMessage)}…` : message.text}
        </p>
        {isLong ? (
          <button
            type="button"
            onClick={() => setWhole(!whole)}
            className="mt-1 text-sm font-medium text-accent underline"
          >
            {whole ? texts.conversation.showLess : texts.conversation.showWhole}
          </button>
        ) : null}
        {message.files.length === 0 ? null : (
          <ul aria-label={texts.conversation.attachments} className="mt-2 flex flex-wrap gap-1.5">
            {message.files.map((file) => (
              <li
                key={file.id}
                className="flex max-w-full items-center gap-1.5 rounded-lg border bg-raised px-2 py-1 text-xs"
              >
                <Paperclip size={12} className="shrink-0 text-soft" />
                <bdi className="truncate">{file.name}</bdi>
                {file.tokens === null ? null : (
                  <span className="whitespace-nowrap text-soft">
                    {texts.composer.fileTokens(file.tokens)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <AskedLine asked={message.asked} />
      {isLast && mayWrite ? (
        <Button
          icon={<ArrowRight size={15} />}
          onClick={() =>
            void actions.regenerate(message).catch((reason: unknown) => setProblem(messageOf(reason)))
          }
        >
          {texts.conversation.answerThis}
        </Button>
      ) : null}
      {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      <div className="no-print flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-siblings]]:opacity-100 pointer-coarse:opacity-100">
        <SiblingSwitch id={message.id} siblings={message.siblings} />
        <IconButton
          small
          label={copied ? texts.common.copied : texts.conversation.copyMessage}
          onClick={() => copy(message.text)}
        >
          <Copy size={14} />
        </IconButton>
        {mayWrite ? (
          <IconButton small label={texts.conversation.edit} onClick={() => setEditing(true)}>
            <Pencil size={14} />
          </IconButton>
        ) : null}
        <IconButton small label={texts.conversation.fork} onClick={() => void actions.fork(message.id)}>
          <GitFork size={14} />
        </IconButton>
      </div>
    </article>
  );
});
