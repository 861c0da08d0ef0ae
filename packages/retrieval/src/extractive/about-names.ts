/** How far a sentence is about what a question names. */
export type AboutNames = 'itself' | 'head' | 'document' | 'nothing';

/** The parts of a sentence that show what it is about. */
export interface SentenceOfDocument {
  document: number;
  /** A row or a record. The rest of its document is about other things. */
  isRow: boolean;
  /** Words of the sentence and of the one before it in its paragraph. */
  words: ReadonlySet<string>;
  /** Words of title, path and heading. */
  placeWords: ReadonlySet<string>;
  /** Its text with the sentence before it in its paragraph, and its position in the document. */
  said: string;
  index: number;
}

/** How far down a document names its parties or the person it is about. */
const HEAD = 2;
const TITLE =
  /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|lady|lord|rev|reverend|frau|herrn?|the|and|both|but|if|when|der|die|und|auch)$/iu;

/** Words as written, in lower case: names have no stem, and short texts have no detectable language. */
export function plainWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}{2,})?/gu) ?? []).map((word) =>
    word.normalize('NFC'),
  );
}

/**
 * Decides for each sentence whether it contains the names in a question: itself with its heading and title, or only
 * elsewhere in its document ("Employee: Petra Holm" above, "The salary is …" below). A name in the head of a document
 * most likely applies to all of it.
 */
export function aboutNames<Placed extends SentenceOfDocument>(
  candidates: readonly Placed[],
  names: readonly (readonly string[])[],
): (candidate: Placed) => AboutNames {
  const documents = new Map<number, Set<string>>();
  for (const { document, words, placeWords } of candidates) {
    const held = documents.get(document) ?? new Set(placeWords);
    for (const word of [...words, ...placeWords]) held.add(word);
    documents.set(document, held);
  }
  const heads = new Set(
    candidates.flatMap(({ document, index, words, isRow }) =>
      index < HEAD && !isRow && names.every((name) => name.every((word) => words.has(word))) ? document : [],
    ),
  );
  return (candidate) => {
    const held = documents.get(candidate.document);
    if (!names.every((name) => name.every((word) => held?.has(word)))) return 'nothing';
    const isOwn = (word: string) => candidate.words.has(word) || candidate.placeWords.has(word);
    if (names.some((name) => isNamesake(name, candidate))) return 'nothing';
    if (names.every((name) => name.some(isOwn))) return 'itself';
    if (candidate.isRow) return 'nothing';
    return heads.has(candidate.document) ? 'head' : 'document';
  };
}

const NEAREST: readonly AboutNames[] = ['itself', 'head', 'document', 'nothing'];

/** The same for "A or B": a sentence about one of them is about what the question names. */
export function aboutAny<Placed extends SentenceOfDocument>(
  candidates: readonly Placed[],
  names: readonly (readonly string[])[],
): (candidate: Placed) => AboutNames {
  const each = names.map((name) => aboutNames(candidates, [name]));
  return (candidate) => {
    const found = each.map((about) => about(candidate));
    return NEAREST.find((about) => found.includes(about)) ?? 'nothing';
  };
}

/** Whether a question joins its names by "or". */
export function asksForEither(question: string, names: readonly string[]): boolean {
  if (names.length < 2) return false;
  const places = names.map((name) => question.indexOf(name)).filter((at) => at >= 0);
  const between = question.slice(Math.min(...places), Math.max(...places));
  return /\b(?:or|oder)\b/iu.test(between);
}

/** Only about a namesake: `Owen Frith`, if the question names Daniel Frith. */
function isNamesake(name: readonly string[], { said, words, placeWords }: SentenceOfDocument): boolean {
  const [first = '', last = ''] = [name[0], name.at(-1)];
  if (name.length < 2 || words.has(first) || placeWords.has(first) || placeWords.has(last)) return false;
  const before = [...said.matchAll(/(\p{Lu}[\p{L}'’-]*)\.?\s+(\p{Lu}[\p{L}’-]*)/gu)].flatMap(
    ([, one = '', other = '']) => (plainWords(other)[0] === last ? one : []),
  );
  return before.length > 0 && before.every((word) => word.length > 1 && !TITLE.test(word));
}
