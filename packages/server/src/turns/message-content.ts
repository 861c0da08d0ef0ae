import { emptyTurnView } from '@ibid/core/turn-view';
import type { AssistantContent, MessageRow, UserContent } from '@ibid/store/internal';

export function userContentOf(row: MessageRow): UserContent {
  return {
    fileIds: [],
    fileDescriptors: {},
    descriptor: null,
    ...row.content,
  };
}

export function assistantContentOf(row: Pick<MessageRow, 'turnId' | 'text' | 'content'>): AssistantContent {
  return {
    view: emptyTurnView(row.turnId ?? ''),
    steps: [],
    shownAnswer: row.text,
    descriptor: null,
    ...row.content,
  };
}
