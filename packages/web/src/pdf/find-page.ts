import type { PDFDocumentProxy } from 'pdfjs-dist';
import { findPassage } from './find-passage.js';

/** The next page that has the words, from `page` on and round again; `isAgain`: from the page after it. */
export async function findPage(
  document: PDFDocumentProxy,
  words: string,
  page: number,
  isAgain: boolean,
): Promise<number | null> {
  const first = isAgain ? page : page - 1;
  for (let step = 0; step < document.numPages; step += 1) {
    const number = ((first + step) % document.numPages) + 1;
    const content = await (await document.getPage(number)).getTextContent();
    const pieces = content.items.map((item) => ('str' in item ? item.str : ''));
    if (findPassage(pieces, words)?.whole) return number;
  }
  return null;
}
