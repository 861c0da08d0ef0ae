/** How far a sentence is about what a question names. */
export type AboutNames = 'itself' | 'document' | 'nothing';

/** A sentence, as far as it matters what it is about. */
export interface PlacedSentence {
  document: number;
  /** A row or a record: what stands elsewhere in its document is about other things. */
  isRow: boolean;
  /** Words of the sentence and of what its paragraph says before it. */
  words: ReadonlySet<string>;
  /** Words of title, path and heading. */
  placeWords: ReadonlySet<string>;
}

/** Words as they are written, in small letters: a name has no stem, and short texts have no language to find one by. */
export function plainWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}{2,})?/gu) ?? []).map((word) =>
    word.normalize('NFC'),
  );
}

/**
 * Tells of each sentence whether it holds the names that a question has: itself with its heading and title, or only
 * somewhere else in its document ("Employee: Petra Holm" above, "The salary is …" below).
 */
export function aboutNames<Placed extends PlacedSentence>(
  candidates: readonly Placed[],
  names: readonly (readonly string[])[],
): (candidate: Placed) => AboutNames {
  const documents = new Map<number, Set<string>>();
  for (const { document, words, placeWords } of candidates) {
    const held = documents.get(document) ?? new Set(placeWords);
    for (const word of [...words, ...placeWords]) held.add(word);
    documents.set(document, held);
  }
  return (candidate) => {
    const held = documents.get(candidate.document);
    if (!names.every((name) => name.every((word) => held?.has(word)))) return 'nothing';
    const isOwn = (word: string) => candidate.words.has(word) || candidate.placeWords.has(word);
    if (names.every((name) => name.some(isOwn))) return 'itself';
    return candidate.isRow ? 'nothing' : 'document';
  };
}
