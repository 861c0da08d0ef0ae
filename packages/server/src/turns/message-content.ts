import type { TurnStep } from '@ibid/core/internal';
import type { MessageRow } from '@ibid/store/internal';
import { emptyTurnView } from '@ibid/core/turn-view';
import type { TurnView } from '@ibid/core/turn-view';

/** What is stored with a user message besides its text. */
export interface UserContent {
  fileIds: string[];
  /** Handles of the attached files' texts, by file id. */
  fileDescriptors: Record<string, string>;
  /** Handle of the whole text when it is over the inline limit (FD-1). */
  descriptor: string | null;
}

/** What is stored with an assistant message besides the answer as the model wrote it. */
export interface AssistantContent {
  view: TurnView;
  steps: TurnStep[];
  /** The answer as the person sees it: reference tags taken out. */
  shownAnswer: string;
  /** Handle of the turn's transcript (CTX-12). */
  descriptor: string | null;
}

export function userContentOf(row: MessageRow): UserContent {
  return {
    fileIds: [],
    fileDescriptors: {},
    descriptor: null,
    ...(row.content as unknown as Partial<UserContent>),
  };
}

export function assistantContentOf(row: MessageRow): AssistantContent {
  return {
    view: emptyTurnView(row.turnId ?? ''),
    steps: [],
    shownAnswer: row.text,
    descriptor: null,
    ...(row.content as unknown as Partial<AssistantContent>),
  };
}
