/** Where in a line the machine is. */
export const Phase = {
  /** Counting indentation and quote marks. */
  LineStart: 0,
  Bullet: 1,
  Ordered: 2,
  Heading: 3,
  /** Three or more backticks or tildes may open a fence. */
  FenceRun: 4,
  /** After an opening run of backticks: one more backtick in the line and it was inline code. */
  FenceInfo: 5,
  Inline: 6,
  Indented: 7,
  /** Inside a fence: a run that may close it, then spaces only; or the rest of a line. */
  FenceClose: 8,
  FenceCloseSpace: 9,
  FenceLine: 10,
} as const;

export type Phase = (typeof Phase)[keyof typeof Phase];
