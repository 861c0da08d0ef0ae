const ASKS_HOLDER =
  /^\P{L}*who(?:['’]s|\s+is)\s+(?:now\s+)?(?:the|our|your|its)\s+(?:new\s+|current\s+)?\p{Ll}/u;
const BECAME =
  /\b(?:(?:was|were|is|has been)\s+(?:re-?)?(?:elected|appointed|named|chosen)|succeed(?:s|ed)|(?:takes?|took)\s+over|becomes?|became|replaces?|replaced)\b/iu;
const DENIED =
  /\b(?:not|never|nobody|no one|none|neither|nicht|niemand)\s+(?:\p{L}+\s+)?(?<deed>\p{Ll}{3,})/giu;

/** "Who is the treasurer?": asks for the current holder of a post. */
export const asksHolder = (question: string) => ASKS_HOLDER.test(question.trim().toLowerCase());

/** The words with which a sentence says who got a post; null if it does not. */
export const becameIt = (text: string) => BECAME.exec(text)?.[0] ?? null;

/** For a question about who did something or to whom: a sentence that says somebody did not do it names nobody. */
export function deniesDeed(question: string, text: string): boolean {
  if (/\b(?:not|never|nobody|no one|nicht)\b|n['’]t\b/iu.test(question)) return false;
  const asked = new Set(question.toLowerCase().match(/\p{L}{3,}/gu));
  const deeds = [...text.matchAll(DENIED)].map(({ groups }) => groups?.['deed']?.toLowerCase() ?? '');
  return deeds.some((deed) => asked.has(deed));
}
