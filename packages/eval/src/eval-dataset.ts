/** One retrievable piece of an evaluation corpus. Passages of one item are together, in reading order. */
export interface EvalPassage {
  id: string;
  /** Passages and queries of different groups never meet: each group is a knowledge base of its own. */
  group: string;
  itemId: string;
  title: string;
  text: string;
  /** Characters of its item's text, where answers are spans of it. */
  span?: { start: number; end: number };
}

export interface EvalQuery {
  id: string;
  group: string;
  text: string;
  /** Passage id to grade; anything above 0 is relevant. */
  relevant: ReadonlyMap<string, number>;
  /** The exact characters that answer it, in sets that know them. */
  answers?: readonly { itemId: string; start: number; end: number }[];
  /** For breakdowns in the report, e.g. the number of hops. */
  category?: string;
}

export interface EvalDataset {
  name: string;
  passages: EvalPassage[];
  queries: EvalQuery[];
}
