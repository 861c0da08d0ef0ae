/** The beginning of a chunk for a card: without the signs of Markdown headings, spaces in place of line breaks. */
export function plainPreview(text: string): string {
  return text
    .replace(/(^|\s)#{1,6}\s+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
