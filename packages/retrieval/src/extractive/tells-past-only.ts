const ASKS_NOW = /\b(?:is|are|does|do|has|have)\b/iu;
const TELLS_PAST = /\b(?:was|were|had|received|earned|got|cost)\b/iu;
const TELLS_NOW = /\b(?:is|are|has|have|receives?|earns?|gets?|pays?|costs|will)\b/iu;

/** Whether a question asks what is so now, and a sentence says only what was. */
export function tellsPastOnly(question: string, text: string): boolean {
  return ASKS_NOW.test(question) && TELLS_PAST.test(text) && !TELLS_NOW.test(text);
}
