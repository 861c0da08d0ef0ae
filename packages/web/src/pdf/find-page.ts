import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { PageWords } from '../api/items.js';
import { findPassage } from './find-passage.js';
import { isBare } from './is-bare.js';

/** How many OCR pages one search requests. */
const mostAsked = 300;

/** The next page that contains the words, from `page` on, wrapping around; `isAgain`: from the following page. */
export async function findPage(
  document: PDFDocumentProxy,
  words: string,
  page: number,
  isAgain: boolean,
  wordsOf: (page: number) => Promise<PageWords>,
): Promise<number | null> {
  let asked = 0;
  const first = isAgain ? page : page - 1;
  for (let step = 0; step < document.numPages; step += 1) {
    const number = ((first + step) % document.numPages) + 1;
    const content = await (await document.getPage(number)).getTextContent();
    const items = content.items.filter((item): item is TextItem => 'str' in item);
    const isRead = isBare(items) && asked < mostAsked;
    if (isRead) asked += 1;
    const read = isRead ? (await wordsOf(number)).words : [];
    // A page with few letters may still have the words as text.
    const pieces = read.length > 0 ? read.map(({ text }) => text) : items.map(({ str }) => str);
    if (findPassage(pieces, words)?.whole) return number;
  }
  return null;
}
