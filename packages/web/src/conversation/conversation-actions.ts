import { createContext, use } from 'react';
import type { AssistantMessageRow, UserMessageRow } from '../api/types.js';

/** Actions on the messages of the displayed conversation. Stable while a turn streams. */
export interface ConversationActions {
  edit: (message: UserMessageRow, text: string) => Promise<void>;
  /** Another answer, or the first one to a question that has none. */
  regenerate: (message: AssistantMessageRow | UserMessageRow) => Promise<void>;
  /** Answers again from all documents, and removes the conversation's scope. */
  widen: (message: AssistantMessageRow) => Promise<void>;
  retry: (message: AssistantMessageRow) => Promise<void>;
  fork: (messageId: string) => Promise<void>;
  switchTo: (messageId: string) => void;
  answerQuestion: (text: string, scope: string[]) => Promise<void>;
}

const nothing = async () => undefined;

export const ConversationActionsContext = createContext<ConversationActions>({
  edit: nothing,
  regenerate: nothing,
  widen: nothing,
  retry: nothing,
  fork: nothing,
  switchTo: () => undefined,
  answerQuestion: nothing,
});

export const useConversationActions = (): ConversationActions => use(ConversationActionsContext);
