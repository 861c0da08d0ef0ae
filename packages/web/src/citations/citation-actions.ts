import { createContext } from 'react';
import type { Citation } from '@ibid/core';
import type { JudgedTurn } from '../feedback/judged-turn.js';

/** What chips do. One stable object for the page, so streaming never rerenders chips. */
export interface CitationActions {
  /** `judged`: the answer of the citation, if feedback is possible. */
  show: (citation: Citation, anchor: HTMLElement, judged: JudgedTurn | null) => void;
  hide: () => void;
  /** `chip`: the pressed element; stepping continues from it. */
  open: (citation: Citation, judged: JudgedTurn | null, chip?: HTMLElement) => void;
  /** Opens the next or the previous citation of the conversation. */
  step: (by: 1 | -1) => void;
}

const nothing = () => undefined;

export const noActions: CitationActions = { show: nothing, hide: nothing, open: nothing, step: nothing };

export const CitationActionsContext = createContext<CitationActions>(noActions);
