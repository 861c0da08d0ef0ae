import type { RetrievedChunk } from '../sources/retrieved-chunk.js';
import type { Block } from './block.js';
import type { ShownLevel } from './render-files.js';
import type { RenderedResult, ResultLevel } from './render-tool-result.js';

/** How much of the current turn is shown. It starts with everything; each reduction removes one thing. */
export interface CurrentTurnState {
  /** By call: how many of its fresh passages are shown. */
  kept: number[];
  levels: ResultLevel[];
  /** Indexes of calls whose arguments are shortened. */
  shortCalls: ReadonlySet<number>;
  /** How many of this turn's oldest steps are left out. */
  droppedSteps: number;
  /** By file id. Files not listed here are shown whole. */
  files: ReadonlyMap<string, ShownLevel>;
  /** Images shown only as a marker. */
  markedImages: ReadonlySet<string>;
  user: ShownLevel;
  /** Whether passages of sources that the message names again are included. */
  withEarlier: boolean;
  /** Whether the list of removed parts names handles only. */
  briefList: boolean;
}

export interface RenderedCurrentTurn {
  /** Passages of sources named again, then the files of the message. */
  files: Block;
  user: Block;
  steps: Block;
  tokens: number;
  shown: [number, RetrievedChunk][];
  results: RenderedResult[];
}
