import { createContext, use } from 'react';

/** ANS-5: the answer that what is below it belongs to, for those who say whether it is right. */
export interface JudgedTurn {
  conversationId: string;
  turnId: string;
}

/** Null: nothing can be said here, because it is still being written, or belongs to no conversation. */
export const JudgedTurnContext = createContext<JudgedTurn | null>(null);

export const useJudgedTurn = (): JudgedTurn | null => use(JudgedTurnContext);
