import { createContext, use } from 'react';
import type { AnswerClaim } from '@ibid/core/internal';

/** WEB-8: the claims of the answer being checked, and the current one. */
export interface Proof {
  claims: readonly AnswerClaim[];
  current: number | null;
  select: (position: number) => void;
}

export const ProofContext = createContext<Proof>({ claims: [], current: null, select: () => undefined });

export const useProof = (): Proof => use(ProofContext);
