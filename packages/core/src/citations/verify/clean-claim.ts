/** What links, tags and emphasis are made of: most sentences have none of it. */
const SIGN = /[[<*_~`|]/;

/** Takes Markdown's own signs and list numbers out of a sentence, so that only what it says is compared. */
export function cleanClaim(sentence: string): string {
  const text = sentence.replace(/^[\s>]*(?:[-*+•]\s+|#{1,6}\s+|\(?\d{1,3}[.)]\s+)*/, '');
  if (!SIGN.test(text)) return text.trim();
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replaceAll(/<\/?[a-z][^>]*>/gi, ' ')
    .replaceAll(/[*_~`|]+/g, ' ')
    .trim();
}
