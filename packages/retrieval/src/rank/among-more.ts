/** From this many documents or chunks on, they show well enough how rare a word is. */
export const FEW = { items: 400, chunks: 4_000 } as const;

/** Two or three documents say nothing about hundreds. */
const MOST_TIMES = 10;

/** How many chunks and documents there are, and how many of them contain a word. */
interface WordCounts {
  chunks: number;
  chunksWithWord: number;
  items: number;
  itemsWithWord: number;
}

/**
 * Treats a small set of documents as a sample of a larger one. Otherwise the name of one document, which is in the
 * title of all its chunks, would look as common as a word in all documents. The share of the added documents that
 * contain a word is its share among the other documents, seen from one that has it: 0 for a name, 1 for a word that
 * every document has.
 */
export function amongMore(counts: WordCounts): Pick<WordCounts, 'chunks' | 'chunksWithWord'> {
  const { chunks, chunksWithWord, items, itemsWithWord } = counts;
  const more = Math.min(
    FEW.items - items,
    items * MOST_TIMES,
    chunks > 0 ? (items * (FEW.chunks - chunks)) / chunks : 0,
  );
  if (items < 2 || itemsWithWord === 0 || more <= 0) return { chunks, chunksWithWord };
  const share = Math.min(1, (itemsWithWord - 1) / (items - 1));
  return {
    chunks: chunks + (chunks / items) * more,
    chunksWithWord: chunksWithWord + (chunksWithWord / itemsWithWord) * more * share,
  };
}
