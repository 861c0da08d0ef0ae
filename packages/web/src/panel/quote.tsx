/** A passage that is an item of a list begins with its mark, which says nothing by itself. */
const LIST_MARK = /^\s*[-*•+]\s+/u;
/** So do the ends of a row, and a line of dashes below a header. */
const ROW_ENDS = /^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$/gmu;
const RULE = /^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*\n?/gmu;

/** The words of a passage, where its place cannot be shown. */
export function Quote({ text }: { text: string }) {
  return (
    <blockquote className="border-s-2 border-line-strong ps-3 font-serif break-words" dir="auto">
      {text.replace(LIST_MARK, '').replace(RULE, '').replace(ROW_ENDS, '')}
    </blockquote>
  );
}
