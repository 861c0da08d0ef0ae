import { fetchItemText } from '../api/items.js';

const windowSize = 300_000;

/** The next match in an item's text from a position on, wrapping around; case-insensitive. */
export async function findInText(options: {
  itemId: string;
  chunk?: string | undefined;
  words: string;
  from: number;
  characters: number;
}): Promise<{ start: number; end: number } | null> {
  const { itemId, chunk, characters, from } = options;
  const words = options.words.toLowerCase();
  const seek = async (start: number, end: number) => {
    for (let at = start; at < end; at += windowSize) {
      const { text } = await fetchItemText(itemId, {
        start: at,
        end: Math.min(end, at + windowSize + words.length),
        chunk,
      });
      const found = text.toLowerCase().indexOf(words);
      if (found >= 0) return { start: at + found, end: at + found + words.length };
    }
    return null;
  };
  return (await seek(from, characters)) ?? seek(0, Math.min(characters, from + words.length));
}

/** The two header lines of the table in whose middle a window of text begins; empty if there is none. */
export async function headerBefore(itemId: string, start: number, chunk?: string): Promise<string> {
  const { text } = await fetchItemText(itemId, {
    start: Math.max(0, start - windowSize),
    end: start,
    chunk,
  });
  const lines = text.split('\n');
  for (let at = lines.length - 1; at > 0; at -= 1) {
    const line = lines[at] ?? '';
    if (/^\|[\s:|-]*-[\s:|-]*\|\s*$/.test(line)) return `${lines[at - 1]}\n${line}\n`;
    if (at < lines.length - 1 && !line.startsWith('|')) return '';
  }
  return '';
}
