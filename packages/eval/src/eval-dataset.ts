/** A retrievable piece of an evaluation corpus. Passages of one item are adjacent, in reading order. */
export interface EvalPassage {
  id: string;
  /** Each group is a separate knowledge base, so its queries only search its own passages. */
  group: string;
  itemId: string;
  title: string;
  text: string;
  /** Character range in its item's text, if answers are spans of it. */
  span?: { start: number; end: number };
}

export interface EvalQuery {
  id: string;
  group: string;
  text: string;
  /** Passage id to grade. Anything above 0 is relevant. */
  relevant: ReadonlyMap<string, number>;
  /** The exact character ranges that answer it, if the set has them. */
  answers?: readonly { itemId: string; start: number; end: number }[];
  /** For breakdowns in the report, such as the number of hops. */
  category?: string;
}

export interface EvalDataset {
  name: string;
  passages: EvalPassage[];
  queries: EvalQuery[];
}
