/** A limit that a question sets: "10 or more", "under 5". */
export interface RowLimit {
  /** Whether a cell keeps it. A cell without a figure keeps every limit. */
  holds: (cell: string) => boolean;
}

const FIGURE = String.raw`[$€£]?\s?(\d[\d,]*(?:\.\d+)?)(?![\d-])`;
const LIMITS: [RegExp, (cell: number, limit: number) => boolean][] = [
  [
    new RegExp(
      String.raw`(?:\b(?:at least|no less than|mindestens)\s+${FIGURE}|${FIGURE}\s+(?:\p{L}+\s+)?(?:or|oder)\s+(?:more|higher|above|over|mehr|höher)\b)`,
      'giu',
    ),
    (cell, limit) => cell >= limit,
  ],
  [
    new RegExp(
      String.raw`(?:\b(?:at most|no more than|up to|höchstens)\s+${FIGURE}|${FIGURE}\s+(?:\p{L}+\s+)?(?:or|oder)\s+(?:less|fewer|lower|below|under|weniger)\b)`,
      'giu',
    ),
    (cell, limit) => cell <= limit,
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:more|greater|higher|larger|mehr|höher|größer) (?:than|als)|over|above|über)\s+${FIGURE}`,
      'giu',
    ),
    (cell, limit) => cell > limit,
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:less|fewer|lower|smaller|weniger|kleiner) (?:than|als)|under|below|unter)\s+${FIGURE}`,
      'giu',
    ),
    (cell, limit) => cell < limit,
  ],
];

/** The limits in a question. */
export function limitsIn(question: string): RowLimit[] {
  return LIMITS.flatMap(([pattern, keeps]) =>
    [...question.matchAll(pattern)].map(([, one, other]) => {
      const limit = numberOf(one ?? other ?? '');
      return {
        holds: (cell: string) => {
          const figure = /^\D{0,4}(\d[\d,]*(?:\.\d+)?)(?!\S*[-/:]\d)/u.exec(cell)?.[1];
          return figure === undefined || keeps(numberOf(figure), limit);
        },
      };
    }),
  );
}

const numberOf = (text: string) => Number(text.replaceAll(',', ''));
