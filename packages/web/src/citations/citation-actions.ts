import { createContext } from 'react';
import type { Citation } from '@ibid/core';

/** What chips do. One stable object for the page, so that streaming never makes chips render for it. */
export interface CitationActions {
  show: (citation: Citation, anchor: HTMLElement) => void;
  hide: () => void;
  open: (citation: Citation) => void;
}

const nothing = () => undefined;

export const CitationActionsContext = createContext<CitationActions>({
  show: nothing,
  hide: nothing,
  open: nothing,
});
