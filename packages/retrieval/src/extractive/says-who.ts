const ASKS_HOLDER =
  /^\P{L}*who(?:['’]s|\s+is)\s+(?:now\s+)?(?:the|our|your|its)\s+(?:new\s+|current\s+)?\p{Ll}/u;
const BECAME =
  /\b(?:(?:was|were|is|has been)\s+(?:re-?)?(?:elected|appointed|named|chosen)|succeed(?:s|ed)|(?:takes?|took)\s+over|becomes?|became|replaces?|replaced)\b/iu;
const DENIED =
  /\b(?:not|never|nobody|no one|none|neither|nicht|niemand)\s+(?:\p{L}+\s+)?(?<deed>\p{Ll}{3,})/giu;

/** "Who is the treasurer?": the one who holds a post now. */
export const asksHolder = (question: string) => ASKS_HOLDER.test(question.trim().toLowerCase());

/** By which words a sentence says who got a post; null where it does not. */
export const becameIt = (text: string) => BECAME.exec(text)?.[0] ?? null;

/** Asked who did something, or to whom it was done: a sentence that says of somebody that it was not so names nobody. */
export function deniesDeed(question: string, text: string): boolean {
  if (/\b(?:not|never|nobody|no one|nicht)\b|n['’]t\b/iu.test(question)) return false;
  const asked = new Set(question.toLowerCase().match(/\p{L}{3,}/gu));
  const deeds = [...text.matchAll(DENIED)].map(({ groups }) => groups?.['deed']?.toLowerCase() ?? '');
  return deeds.some((deed) => asked.has(deed));
}
