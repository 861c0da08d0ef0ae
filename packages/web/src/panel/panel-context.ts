import { createContext, use } from 'react';
import type { ContextReport } from '@ibid/core/internal';
import type { Citation } from '@ibid/core';
import type { JudgedTurn } from '../feedback/judged-turn.js';

/** What the side panel can show. */
export type PanelContent =
  | {
      kind: 'document';
      itemId: string | null;
      title: string;
      number: number | null;
      citation: Citation | null;
      /** The answer of the citation, if feedback is possible. */
      judged?: JudgedTurn | null;
      span?: { start: number; end: number };
      page?: number;
      /** The text of the span, if known; a page of a PDF is searched for it. */
      words?: string;
    }
  | { kind: 'sources' }
  | { kind: 'references'; name: string | null }
  | { kind: 'context'; turnId: string }
  | { kind: 'preview'; report: ContextReport }
  | { kind: 'retrieval'; turnId: string }
  | { kind: 'proof'; turnId: string }
  | { kind: 'against'; turnId: string; claims: readonly string[] };

export interface PanelState {
  content: PanelContent | null;
  open: (content: PanelContent) => void;
  close: () => void;
}

export const PanelContext = createContext<PanelState>({
  content: null,
  open: () => undefined,
  close: () => undefined,
});

export const usePanel = (): PanelState => use(PanelContext);
