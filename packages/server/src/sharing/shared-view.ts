import type { TurnView } from '@ibid/core/turn-view';
import type { ConversationLink } from '@ibid/store/internal';
import { toPrincipal } from '../auth/principal.js';
import { branchView } from '../routes/branch-view.js';
import type { Accounts, Answering, Configuration, Conversations, Files, Storage } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { withholdView } from './withhold.js';
import { WITHHELD } from './withheld.js';
import { type Withholding } from './withholding.js';

const NOTHING_SHOWN: Withholding = {
  hides: () => true,
  hidesFile: () => true,
  mayBeIn: () => true,
  mayBeBefore: () => true,
};

/** Replaces an answer that quotes something its author may no longer read. */
const RIGHT_LOST =
  'This answer is not shown: the person who shared it may no longer see a document that it quotes.';

/**
 * ANS-4: what someone without an account sees through a link: questions and answers up to the linked answer. Citations
 * show their passages if the link allows it and its creator may currently see the document; otherwise the source is
 * marked. An answer that uses a document which the creator may no longer see is not shown, because it may quote it. How
 * the answers were made is never shown. Null: the link does not open.
 */
export async function sharedView(
  services: Configuration & Storage & Accounts & Conversations & Answering & Files,
  link: ConversationLink,
) {
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
    // Derived from the first question, which may not be shared.
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
      const place = { role: 'assistant' as const, id: message.id, status: message.status };
      if (restsOnWithheld(message.view))
        return { ...place, balance: null, answers: [{ text: RIGHT_LOST, citations: [], claims: [] }] };
      const { blocks } = link.showsPassages
        ? message.view
        : withholdView(message.id, message.view, NOTHING_SHOWN);
      return {
        ...place,
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

const restsOnWithheld = ({ blocks }: TurnView): boolean =>
  blocks.some((block) => block.kind === 'text' && block.citations.some(({ title }) => title === WITHHELD));
