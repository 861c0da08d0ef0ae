import { Link } from '@tanstack/react-router';
import { FolderInput, MoreHorizontal, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useChangeConversation } from '../api/conversations.js';
import type { Conversation } from '../api/types.js';
import { dateLocale } from '../texts/language.js';
import { texts } from '../texts/texts.js';
import { IconButton } from '../ui/icon-button.js';
import { Menu, MenuItem } from '../ui/menu.js';
import { lazyPart } from '../lib/lazy-part.js';

const ConversationDialogs = lazyPart(async () => (await import('./conversation-dialogs.js')).default);

/** `dated`: another one has the same title, so show day and time. */
export function ConversationRow({ conversation, dated }: { conversation: Conversation; dated: boolean }) {
  const [asking, setAsking] = useState<'rename' | 'move' | 'delete' | null>(null);
  const change = useChangeConversation();
  const title = conversation.title || texts.navigation.untitled;
  return (
    <li className="group relative flex items-center">
      <Link
        to="/c/$conversationId"
        params={{ conversationId: conversation.id }}
        className="min-w-0 flex-1 truncate overflow-clip! rounded-lg py-1.5 ps-2.5 pe-8 text-sm text-soft hover:bg-raised hover:text-ink data-[status=active]:bg-raised data-[status=active]:font-medium data-[status=active]:text-ink"
        title={dated ? `${title}\n${startedAt(conversation)}` : title}
      >
        <bdi>{title}</bdi>
        {dated ? <span className="block truncate text-xs font-normal">{startedAt(conversation)}</span> : null}
      </Link>
      <div className="absolute end-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100">
        <Menu
          trigger={
            <IconButton
              small
              label={texts.navigation.options(dated ? `${title}, ${startedAt(conversation)}` : title)}
            >
              <MoreHorizontal size={15} />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil size={14} />} onSelect={() => setAsking('rename')}>
            {texts.navigation.rename}
          </MenuItem>
          {conversation.isOwner ? (
            <>
              <MenuItem
                icon={conversation.isPinned ? <PinOff size={14} /> : <Pin size={14} />}
                onSelect={() => change.mutate({ id: conversation.id, isPinned: !conversation.isPinned })}
              >
                {conversation.isPinned ? texts.navigation.unpin : texts.navigation.pin}
              </MenuItem>
              <MenuItem icon={<FolderInput size={14} />} onSelect={() => setAsking('move')}>
                {texts.navigation.move}
              </MenuItem>
            </>
          ) : null}
          <MenuItem danger icon={<Trash2 size={14} />} onSelect={() => setAsking('delete')}>
            {texts.common.delete}
          </MenuItem>
        </Menu>
      </div>
      {asking === null ? null : (
        <Suspense fallback={null}>
          <ConversationDialogs conversation={conversation} asking={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </li>
  );
}

function startedAt({ createdAt }: Conversation): string {
  return new Date(createdAt).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' });
}
