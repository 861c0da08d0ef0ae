import type { AssistantMessage, UserMessage } from '@ibid/core/internal';
import type { PastTurn } from '@ibid/core';
import type { TurnView } from '@ibid/core/turn-view';
import { branchTo } from '@ibid/store/internal';
import type { MessageNode, MessageRow } from '@ibid/store/internal';
import type { Viewer } from '@ibid/retrieval';
import type { Services } from '../services.js';
import { loadAttachments } from './load-attachments.js';
import { shownContent } from '../sharing/shown-content.js';
import type { Withholding } from '../sharing/withholding.js';
import { assistantContentOf, userContentOf } from './message-content.js';

/** FLOW-2: converts stored rows to the engine's format, for the turns of one branch, oldest first. */
export async function loadPastTurns(
  services: Pick<Services, 'messages' | 'files' | 'blobs' | 'database'>,
  options: {
    viewer: Viewer;
    conversationId: string;
    tree: readonly MessageNode[];
    leafId: string | null;
    withholding: Withholding | null;
  },
): Promise<PastTurn[]> {
  const path = branchTo(options.tree, options.leafId).map((node) => node.id);
  const rows = await services.messages.getMany(options.conversationId, path);
  const turns: PastTurn[] = [];
  for (const row of rows) {
    if (row.role === 'user')
      turns.push({ user: await toUserMessage(services, options.viewer, row), assistant: null });
    else {
      const last = turns.at(-1);
      if (last) last.assistant = toAssistantMessage(row, options.withholding);
    }
  }
  return turns;
}

export async function toUserMessage(
  services: Pick<Services, 'files' | 'blobs' | 'database'>,
  viewer: Viewer,
  row: MessageRow,
): Promise<UserMessage> {
  const content = userContentOf(row);
  const { files, images } = await loadAttachments(services, viewer, content.fileIds, content.fileDescriptors);
  return {
    role: 'user',
    id: row.id,
    text: row.text,
    files,
    images,
    createdAt: row.createdAt,
    ...(content.descriptor === null ? {} : { descriptor: content.descriptor }),
    ...(row.tokenCounts ? { tokenCounts: row.tokenCounts } : {}),
  };
}

function toAssistantMessage(row: MessageRow, withholding: Withholding | null): AssistantMessage {
  const { steps, descriptor, view } = shownContent(row.id, assistantContentOf(row), withholding);
  return {
    role: 'assistant',
    id: row.id,
    turnId: row.turnId ?? '',
    steps,
    answer: row.text,
    status: row.status,
    createdAt: row.createdAt,
    citedPassages: citedPassages(view),
    ...(descriptor === null ? {} : { descriptor }),
    ...(row.tokenCounts && !withholding?.mayBeIn(row.id) ? { tokenCounts: row.tokenCounts } : {}),
  };
}

/** REF-2: what is retrieved first when a later message refers to one of its sources. */
function citedPassages(view: TurnView): { itemId: string; chunkId: string }[] {
  return view.blocks.flatMap((block) =>
    block.kind === 'text'
      ? block.citations.flatMap(({ itemId, passage }) =>
          itemId !== null && passage ? [{ itemId, chunkId: passage.chunkId }] : [],
        )
      : [],
  );
}
