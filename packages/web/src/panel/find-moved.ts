import { fetchItemText } from '../api/items.js';
import { findInText } from './find-in-text.js';

const reach = 150_000;

export interface MovedPassage {
  span: { start: number; end: number };
  /** The text there. */
  text: string;
}

/**
 * Finds a passage that a link gives by position and some of its words: at that position, otherwise at the nearest
 * match. Null if the document no longer contains the words.
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
  // The following lines may have changed since.
  const [line = ''] = text.split('\n');
  return { span: { start: found.start, end: found.start + line.length }, text: line };
}

function nearest(text: string, words: string, from: number): number | null {
  const before = text.lastIndexOf(words, from);
  const after = text.indexOf(words, from);
  if (before < 0 || after < 0) return before < 0 && after < 0 ? null : Math.max(before, after);
  return from - before < after - from ? before : after;
}
