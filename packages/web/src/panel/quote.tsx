/** The words of a passage, where its place cannot be shown. */
export function Quote({ text }: { text: string }) {
  return (
    <blockquote className="border-s-2 border-line-strong ps-3 font-serif break-words" dir="auto">
      {text}
    </blockquote>
  );
}
