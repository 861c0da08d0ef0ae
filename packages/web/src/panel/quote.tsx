/** A passage that is an item of a list begins with its mark, which says nothing by itself. */
const LIST_MARK = /^\s*[-*•+]\s+/u;

/** The words of a passage, where its place cannot be shown. */
export function Quote({ text }: { text: string }) {
  return (
    <blockquote className="border-s-2 border-line-strong ps-3 font-serif break-words" dir="auto">
      {text.replace(LIST_MARK, '')}
    </blockquote>
  );
}
