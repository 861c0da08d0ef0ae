import { fetchItemText } from '../api/items.js';
import { findInText } from './find-in-text.js';

const reach = 150_000;

export interface MovedPassage {
  span: { start: number; end: number };
  /** What is there. */
  text: string;
}

/**
 * Where a passage stands whose place a link knows by characters, and by some of its words: there; else where the words
 * are nearest. Null where the document no longer has them.
 */
export async function findMoved(
  itemId: string,
  span: { start: number; end: number },
  words: string,
): Promise<MovedPassage | null> {
  const start = Math.max(0, span.start - reach);
  const near = await fetchItemText(itemId, { start, end: span.end + reach });
  const there = near.text.slice(span.start - start, span.end - start);
  if (there.includes(words)) return { span, text: there };
  const at = nearest(near.text, words, span.start - start);
  const found =
    at === null
      ? await findInText({ itemId, words, from: 0, characters: near.characters })
      : { start: start + at, end: start + at + words.length };
  if (found === null) return null;
  const { text } = await fetchItemText(itemId, {
    start: found.start,
    end: Math.max(found.end, found.start + span.end - span.start),
  });
  // What follows in other lines may be something else by now.
  const [line = ''] = text.split('\n');
  return { span: { start: found.start, end: found.start + line.length }, text: line };
}

function nearest(text: string, words: string, from: number): number | null {
  const before = text.lastIndexOf(words, from);
  const after = text.indexOf(words, from);
  if (before < 0 || after < 0) return before < 0 && after < 0 ? null : Math.max(before, after);
  return from - before < after - from ? before : after;
}
