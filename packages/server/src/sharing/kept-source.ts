import type { RetrievedChunk } from '@ibid/core';
import type { Services } from '../services.js';
import { assistantContentOf } from '../turns/message-content.js';

/**
 * API-3: what a conversation saw of a source at the time, for third-party tools and web pages, which are stored nowhere
 * else. Null: nothing was stored.
 */
export async function keptSource(
  services: Pick<Services, 'messages'>,
  conversationId: string,
  itemId: string,
): Promise<string | null> {
  const tree = await services.messages.tree(conversationId);
  const rows = await services.messages.getMany(
    conversationId,
    tree.map(({ id }) => id),
  );
  const chunks = new Map<string, RetrievedChunk>();
  for (const row of rows) {
    if (row.role !== 'assistant') continue;
    for (const { calls } of assistantContentOf(row).steps)
      for (const { outcome } of calls)
        for (const chunk of outcome?.chunks ?? [])
          if (chunk.itemId === itemId && chunk.text) chunks.set(chunk.chunkId, chunk);
  }
  return chunks.size === 0 ? null : joined([...chunks.values()]);
}

/** Places chunks at their positions, so that offsets match the source; gaps are blank. */
function joined(chunks: readonly RetrievedChunk[]): string {
  const ordered = chunks.toSorted((left, right) => placeOf(left) - placeOf(right));
  let text = '';
  for (const { span, text: part } of ordered) {
    if (text === '' && !span) text = part ?? '';
    else if (!span || span.start < text.length) text += `\n\n${part ?? ''}`;
    else text += gap(span.start - text.length) + (part ?? '');
  }
  return text;
}

function placeOf({ span, ordinal }: RetrievedChunk): number {
  return span?.start ?? ordinal ?? 0;
}

function gap(characters: number): string {
  return characters < 3 ? ' '.repeat(characters) : `\n…${' '.repeat(characters - 3)}\n`;
}
