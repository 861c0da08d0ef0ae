/** Characters of links, tags and emphasis; most sentences have none. */
const SIGN = /[[<*_~`|]/;

/** Removes Markdown signs and list numbers from a sentence, so only its words are compared. */
export function cleanClaim(sentence: string): string {
  const text = sentence.replace(/^[\s>]*(?:[-*+•]\s+|#{1,6}\s+|\(?\d{1,3}[.)]\s+)*/, '');
  if (!SIGN.test(text)) return text.trim();
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replaceAll(/<\/?[a-z][^>]*>/gi, ' ')
    .replaceAll(/[*_~`|]+/g, ' ')
    .trim();
}
