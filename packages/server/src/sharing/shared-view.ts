import type { ConversationLink } from '@ibid/store/internal';
import { toPrincipal } from '../auth/principal.js';
import { branchView } from '../routes/branch-view.js';
import type { Services } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { withholdView } from './withhold.js';
import type { Withholding } from './withholding.js';

const NOTHING_SHOWN: Withholding = { hides: () => true, mayBeIn: () => true, mayBeBefore: () => true };

/**
 * ANS-4: what somebody without an account sees through a link: questions and answers up to the answer it was made for.
 * Citations show their passages where the link says so and its maker may see the document at this moment; elsewhere the
 * source is marked. How the answers were made is not shown at all. Null: the link opens nothing.
 */
export async function sharedView(services: Services, link: ConversationLink) {
  const { sharedLinks } = await readSystemSettings(services.settings);
  const owner = await services.users.get(link.ownerId);
  if (!sharedLinks || !owner || owner.disabled) return null;
  const { viewer } = toPrincipal({ user: owner, via: 'session' });
  const conversation = await services.conversations.get(viewer, link.conversationId);
  if (conversation?.ownerId !== owner.id) return null;
  const tree = await services.messages.tree(conversation.id);
  if (!tree.some(({ id }) => id === link.messageId)) return null;
  const { messages } = await branchView(services, viewer, conversation, link.messageId);
  const end = messages.findIndex(({ id }) => id === link.messageId) + 1;
  const start = link.extent === 'answer' ? Math.max(0, end - 2) : 0;
  return {
    // Made from the first question, which may not be shared.
    title: link.extent === 'answer' ? '' : conversation.title,
    extent: link.extent,
    showsPassages: link.showsPassages,
    expiresAt: link.expiresAt,
    messages: messages.slice(start, end).map((message) => {
      if (message.role === 'user')
        return {
          role: 'user' as const,
          id: message.id,
          text: message.text,
          files: message.files.map(({ name }) => name),
        };
      const { blocks } = link.showsPassages
        ? message.view
        : withholdView(message.id, message.view, NOTHING_SHOWN);
      return {
        role: 'assistant' as const,
        id: message.id,
        status: message.status,
        balance: message.balance?.text ?? null,
        answers: blocks.flatMap((block) =>
          block.kind === 'text' && !block.narration
            ? [{ text: block.text, citations: block.citations, claims: block.claims ?? [] }]
            : [],
        ),
      };
    }),
  };
}
