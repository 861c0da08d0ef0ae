/** FLOW-4: which block on the page a packet belongs to. */
export interface Placement {
  /** Counts blocks: a reasoning block, a batch of tool calls, a piece of narration or the answer each have one. */
  turnIndex: number;
  /** Parallel calls of one batch are tabs. */
  tabIndex: number;
  /** What a tool streams from inside, e.g. a step of agentic retrieval. */
  subTurnIndex?: number;
}
