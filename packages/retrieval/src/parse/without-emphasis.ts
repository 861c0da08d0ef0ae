/** The length is bounded: a line of many opening marks would be read to its end from each of them. */
const PAIRED = /(\*\*\*?|__|(?<![\p{L}\p{N}*])\*)(?=\S)([^\n]{0,300}?\S)\1/gu;
/** Its partner was cut off: nothing but emphasis has two of them beside a word. */
const ALONE = /\*\*(?=\p{L})|(?<=[\p{L}%])\*\*|^\*\*|\*\*$/gu;

/** Text of a document without the marks of bold and italics, where it is not shown as Markdown: `50 **%**` is `50 %`. */
export function withoutEmphasis(text: string): string {
  return text.includes('*') || text.includes('__')
    ? text.replaceAll(PAIRED, '$2').replaceAll(ALONE, '')
    : text;
}
