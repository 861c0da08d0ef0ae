import { withoutEmphasis } from '@ibid/retrieval/internal/browser';

/** A passage from a list begins with a list marker, which means nothing alone. */
const LIST_MARK = /^\s*[-*•+]\s+/u;
/** The same for the outer bars of a row, and the line of dashes below a header. */
const ROW_ENDS = /^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$/gmu;
const RULE = /^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*\n?/gmu;

/** The words of a passage whose place cannot be shown. */
export function Quote({ text }: { text: string }) {
  return (
    <blockquote className="border-s-2 border-line-strong ps-3 font-serif break-words" dir="auto">
      {withoutEmphasis(text.replace(LIST_MARK, '').replace(RULE, '').replace(ROW_ENDS, ''))}
    </blockquote>
  );
}
