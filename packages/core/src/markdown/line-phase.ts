/** Where in a line the machine is. */
export const Phase = {
  /** Counting indentation and quote marks. */
  LineStart: 0,
  /** What may be a list marker or a heading's hashes. */
  Marker: 1,
  /** What may open a fence. */
  FenceOpening: 2,
  Inline: 3,
  Indented: 4,
  Fenced: 5,
} as const;

export type Phase = (typeof Phase)[keyof typeof Phase];
