/** The sentence without source numbers, list markers and emphasis. */
export function claimWords({ text }: { text: string }): string {
  return text
    .replace(/^\s*(?:[-*+]|\d+\.)\s+/, '')
    .replace(/\s*\[\d+(?:\s*,\s*\d+)*\]/g, '')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .trim();
}
