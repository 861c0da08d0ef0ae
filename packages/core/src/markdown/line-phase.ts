/** The state of the machine within a line. */
export const Phase = {
  /** Counting indentation and quote marks. */
  LineStart: 0,
  /** In a possible list marker or the hashes of a heading. */
  Marker: 1,
  /** In a possible opening of a fence. */
  FenceOpening: 2,
  Inline: 3,
  Indented: 4,
  Fenced: 5,
} as const;

export type Phase = (typeof Phase)[keyof typeof Phase];
