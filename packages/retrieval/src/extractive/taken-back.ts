const TAKES_BACK =
  /^(?:that|this|it|das|dies|es)\s+(?:was|is|were|war|ist)\s+(?:an?\s+|eine?\s+)?(?:my\s+)?(?:\p{L}+\s+)?(?:slip|mistake|error|typo|misprint|wrong|incorrect|untrue|irrtum|fehler|versehen|falsch)\b/iu;
const CORRECTS =
  /\b(?:corrections?|corrected|corrects|should (?:have )?read|berichtig\p{L}*|korrigiert|korrektur)\b/iu;
const DENIED = /\b(?:not|nicht|instead of|rather than|statt)\s+[£$€]?(\d[\d.,]*\d|\d)/giu;
const FIGURE = /\d[\d.,]*\d|\d/gu;

/** `That was a slip of the pen` retracts the sentence before, which must not be read without it. */
export const takesBack = (text: string) => TAKES_BACK.test(text);

/** Whether a sentence may correct others. */
export const isCorrection = (text: string) => CORRECTS.test(text);

/** Whether a sentence corrects a figure in another: `One correction: the vote was 8 to 2, not 9 to 1`. */
export function corrects(text: string, other: string): boolean {
  if (text === other || !CORRECTS.test(text) || CORRECTS.test(other)) return false;
  const denied = [...text.matchAll(DENIED)].map(([, figure]) => figure);
  const figures = new Set(other.match(FIGURE));
  return denied.length > 0 && denied.every((figure) => figure !== undefined && figures.has(figure));
}

const REPLACES =
  /\d[^.;]{0,40}?(?:,\s*(?:not|nicht)|\b(?:instead of|rather than|statt|anstatt))\s+(?:the\s+|der\s+|den\s+)?[£$€]?\d/iu;

/** Sentences to compare with a quote, plus those that name the figure they replace, whatever their time. */
export function withReplacing<Held extends { text: string }>(
  held: readonly Held[],
  all: readonly Held[],
): Held[] {
  return [...new Set([...held, ...all.filter(({ text }) => REPLACES.test(text))])];
}
