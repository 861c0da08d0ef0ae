/** The text typed after an `@` that starts a word, up to the caret; null if there is none. */
export function mentionQuery(text: string, caret: number): { start: number; query: string } | null {
  const before = text.slice(0, caret);
  const match = /(?:^|\s)@([^\n@]{0,60})$/.exec(before);
  if (match === null) return null;
  const query = match[1] ?? '';
  // Beyond three words it is a sentence with an at sign, not a search for a name.
  if (query.split(/\s+/).length > 3) return null;
  return { start: caret - query.length - 1, query };
}
