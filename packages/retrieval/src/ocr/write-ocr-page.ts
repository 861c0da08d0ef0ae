import { cleanText } from '../parse/clean-text.js';
import type { DocumentBuilder } from '../parse/document-builder.js';
import type { OcrPage, OcrWord } from './ocr-page.js';

/** A word as written, and what separates it from the next. */
export interface WrittenWord {
  text: string;
  confidence: number;
  after: '' | ' ' | '\n';
}

/**
 * A gap this many times as wide as the line is high, both as shares of the page, separates table columns, not words.
 */
const COLUMN_GAP = 2.5;
/** A line that ends this share of the paragraph's width early was ended on purpose. */
const SHORT_LINE = 0.25;

/** Writes the text of a page read by OCR, with the confidence of each word. */
export function writeOcrPage(page: OcrPage, builder: DocumentBuilder): void {
  for (const lines of page.paragraphs) builder.recognised(writtenWords(lines));
}

/** Rejoins words split at line ends. Rows, and lines that end early, keep their line breaks. */
export function writtenWords(lines: readonly (readonly OcrWord[])[]): WrittenWord[] {
  const left = Math.min(...lines.map(([first]) => first?.box[0] ?? 1));
  const right = Math.max(...lines.map((line) => line.at(-1)?.box[2] ?? 0));
  const words = lines.flatMap((line, place) => {
    const next = lines[place + 1];
    const endsHere =
      next !== undefined &&
      (isRow(line) || isRow(next) || right - (line.at(-1)?.box[2] ?? 0) > SHORT_LINE * (right - left));
    return line.map((word, at): WrittenWord => {
      const text = cleanText(word.text).replaceAll(/\s+/gu, '');
      const { confidence } = word;
      if (at < line.length - 1) return { text, confidence, after: ' ' };
      const isCut = /\p{Ll}[-‐\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next?.[0]?.text ?? '');
      if (isCut && !endsHere) return { text: text.slice(0, -1), confidence, after: '' };
      return { text, confidence, after: endsHere ? '\n' : ' ' };
    });
  });
  return words.filter(({ text }) => text !== '');
}

function isRow(line: readonly OcrWord[]): boolean {
  const height = Math.max(...line.map(({ box }) => box[3] - box[1]));
  return line.some((word, at) => {
    const next = line[at + 1];
    return next !== undefined && next.box[0] - word.box[2] > COLUMN_GAP * height;
  });
}
