import type { PageWords } from '../api/items.js';
import { findPassage } from './find-passage.js';
import type { PassageFound } from './pdf-page.js';
import type { PageMark } from './page-marks.js';

/** The server's threshold: below it, a word may be misread. */
const doubtfulBelow = 60;
/** Margin around each word, as a share of its height, so the frame does not cut its letters. */
const margin = 0.12;

/** KB-9: frames around the words of a passage on the image of a page read by OCR. */
export function wordMarks(options: {
  words: PageWords['words'];
  passage: string | null;
  width: number;
  height: number;
}): { marks: PageMark[]; found: Exclude<PassageFound, null> } {
  const { words, passage, width, height } = options;
  const texts = words.map(({ text }) => text);
  const found = passage === null ? null : findPassage(texts, passage);
  if (found === null) return { marks: [], found: 'none' };
  const marks = found.ranges.flatMap(({ piece }) => {
    const word = words[piece];
    if (word === undefined) return [];
    const [left = 0, top = 0, right = 0, bottom = 0] = word.box;
    const room = margin * (bottom - top) * height;
    return {
      left: left * width - room,
      top: top * height - room,
      width: (right - left) * width + 2 * room,
      height: (bottom - top) * height + 2 * room,
      look: word.confidence < doubtfulBelow ? ('doubtful' as const) : ('framed' as const),
    };
  });
  return { marks, found: found.whole ? 'whole' : 'part' };
}
