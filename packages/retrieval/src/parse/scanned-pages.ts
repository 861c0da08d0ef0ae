/** Thrown by a parser that cannot continue: these pages may be pictures, and have to be read by OCR first. */
export class ScannedPages extends Error {
  readonly pages: readonly number[];

  constructor(pages: readonly number[]) {
    super(`${pages.length} pages have no text of their own.`);
    this.pages = pages;
  }
}
