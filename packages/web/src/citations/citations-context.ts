import { createContext, useContext } from 'react';
import type { Citation } from '@ibid/core';

/** The citations of the displayed answer; marks in its Markdown hold positions in this list. */
export const CitationsContext = createContext<readonly Citation[]>([]);

export function useCitationsAt(members: string): Citation[] {
  const citations = useContext(CitationsContext);
  return members.split('.').flatMap((member) => {
    const citation = citations[Number(member)];
    return citation === undefined ? [] : [citation];
  });
}
