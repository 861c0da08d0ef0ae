/** The sentence without the numbers of its sources and the signs of lists and emphasis, to be read beside them. */
export function claimWords({ text }: { text: string }): string {
  return text
    .replace(/^\s*(?:[-*+]|\d+\.)\s+/, '')
    .replace(/\s*\[\d+(?:\s*,\s*\d+)*\]/g, '')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .trim();
}
