import { createContext } from 'react';
import type { Citation } from '@ibid/core';
import type { JudgedTurn } from '../feedback/judged-turn.js';

/** What chips do. One stable object for the page, so that streaming never makes chips render for it. */
export interface CitationActions {
  /** `judged`: the answer that the citation is of, where something can be said of it. */
  show: (citation: Citation, anchor: HTMLElement, judged: JudgedTurn | null) => void;
  hide: () => void;
  /** `chip`: what was pressed; the next one is counted from it. */
  open: (citation: Citation, judged: JudgedTurn | null, chip?: HTMLElement) => void;
  /** Opens the next or the previous citation of the conversation. */
  step: (by: 1 | -1) => void;
}

const nothing = () => undefined;

export const noActions: CitationActions = { show: nothing, hide: nothing, open: nothing, step: nothing };

export const CitationActionsContext = createContext<CitationActions>(noActions);
