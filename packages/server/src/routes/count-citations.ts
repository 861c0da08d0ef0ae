import type { Services } from '../services.js';
import { assistantContentOf } from '../turns/message-content.js';

/** How often each source is named by the answers of a conversation, on all branches. */
export async function countCitations(
  services: Pick<Services, 'messages'>,
  conversationId: string,
): Promise<Map<number, number>> {
  const tree = await services.messages.tree(conversationId);
  const answers = tree.filter((node) => node.role === 'assistant').map((node) => node.id);
  const counts = new Map<number, number>();
  for (const row of await services.messages.getMany(conversationId, answers)) {
    for (const block of assistantContentOf(row).view.blocks) {
      if (block.kind !== 'text') continue;
      for (const citation of block.citations)
        if (citation.itemId !== null) counts.set(citation.number, (counts.get(citation.number) ?? 0) + 1);
    }
  }
  return counts;
}
