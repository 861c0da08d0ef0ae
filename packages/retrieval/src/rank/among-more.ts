/** From so many documents or chunks on, what is in them tells well enough how rare a word is. */
export const FEW = { items: 400, chunks: 4_000 } as const;

/** Two or three documents tell nothing of hundreds. */
const MOST_TIMES = 10;

/** How many chunks and documents there are, and in how many of them a word is. */
interface WordCounts {
  chunks: number;
  chunksWithWord: number;
  items: number;
  itemsWithWord: number;
}

/**
 * Few documents, counted as if they were part of more of their kind. Otherwise the name of one of them, which every chunk of
 * it has in its title, is as common as a word of all of them. Of the further documents as many have a word as of the others,
 * seen from one that has it: a name is in none of them, a word of every document in all.
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
