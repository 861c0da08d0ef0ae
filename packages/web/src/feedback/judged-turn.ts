import { createContext, use } from 'react';

/** ANS-5: the answer that feedback on its parts belongs to. */
export interface JudgedTurn {
  conversationId: string;
  turnId: string;
}

/** Null: no feedback possible, because it is still being written or belongs to no conversation. */
export const JudgedTurnContext = createContext<JudgedTurn | null>(null);

export const useJudgedTurn = (): JudgedTurn | null => use(JudgedTurnContext);
