const QUOTED = /["“”„«»']([^"“”„«»']{3,80})["“”„«»']/gu;
const CAPITALISED =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}.'’-]*(?:\s+(?:(?:of|the|and|de|la|le|van|von|der|du|da|di|del|in|on|for|to|a|&)\s+){0,2}(?:\p{Lu}[\p{L}\p{N}.'’-]*|\d+))*/gu;
const IDENTIFIER = /(?<![\p{L}\p{N}])\p{Lu}{1,6}-\d{1,6}(?![\p{L}\p{N}])/gu;
const OPENING_WORDS =
  /^(?:who|what|when|where|which|why|how|is|are|was|were|does|do|did|can|in|the|a|an|are both|wer|was|wann|wo|welche[rs]?|ist|der|die|das)\s+/iu;

/** Names the question gives: quoted text, identifiers, runs of capitalised words, longest first. */
export function namesInQuestion(question: string): string[] {
  const names = new Set<string>();
  for (const match of question.matchAll(QUOTED)) names.add((match[1] ?? '').trim());
  for (const match of question.matchAll(IDENTIFIER)) names.add(match[0]);
  for (const match of question.matchAll(CAPITALISED)) {
    const name = withoutOpening(match[0])
      .replace(/['’]s$/u, '')
      .replace(/[.'’-]+$/u, '');
    if (name.length >= 3) names.add(name);
  }
  return [...names].filter((name) => name !== '').toSorted((left, right) => right.length - left.length);
}

function withoutOpening(name: string): string {
  const rest = name.replace(OPENING_WORDS, '');
  return /^\p{Lu}|^\d/u.test(rest) && !OPENING_WORDS.test(`${rest} `) ? rest : '';
}
