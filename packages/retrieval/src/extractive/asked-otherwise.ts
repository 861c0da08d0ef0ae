/** Words in which people ask, with those in which documents answer. */
const SETS = [
  ['state', 'condition', 'shape'],
  ['cost', 'price'],
  ['deep', 'depth'],
  ['wide', 'width'],
  ['high', 'height'],
  ['heavy', 'weight'],
  ['Zustand', 'Verfassung'],
  ['Kosten', 'Preis'],
  ['hoch', 'Höhe'],
  ['schwer', 'Gewicht'],
];

/** What a word of a document counts that stands for one of the question. */
export const IN_OTHER_WORDS = 0.8;

/** Whether terms of a document have one that stands for a term of a question: `price` where it asks for the `cost`. */
export function askedOtherwise(
  terms: (text: string) => string[],
): (term: string, held: ReadonlySet<string>) => boolean {
  const others = new Map<string, string[]>();
  for (const words of SETS) {
    const set = words.flatMap((word) => terms(word));
    for (const term of set)
      others.set(
        term,
        set.filter((other) => other !== term),
      );
  }
  return (term, held) => others.get(term)?.some((other) => held.has(other)) ?? false;
}
