import { originItemId } from '@ibid/core/internal';
import type { Viewer } from '@ibid/retrieval/internal';
import type { Services } from '../services.js';
import type { ExportedMessage } from './cited-export.js';

/** File names of the cited items that this reader may see. */
export async function fileNamesOf(
  services: Pick<Services, 'knowledge'>,
  viewer: Viewer,
  messages: readonly ExportedMessage[],
): Promise<Map<string, string>> {
  const blocks = messages.flatMap((message) => (message.role === 'assistant' ? message.view.blocks : []));
  const cited = blocks.flatMap((block) => (block.kind === 'text' ? block.citations : []));
  const ids = new Set(cited.flatMap(({ itemId }) => (itemId === null ? [] : originItemId(itemId))));
  const names = new Map<string, string>();
  for (const id of ids) {
    const item = await services.knowledge.reader.getItem(viewer, id);
    if (item) names.set(id, item.name);
  }
  return names;
}
