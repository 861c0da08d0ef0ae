/** Thrown by a parser that cannot continue: these pages may be images, and OCR has to read them first. */
export class ScannedPages extends Error {
  readonly pages: readonly number[];

  constructor(pages: readonly number[]) {
    super(`${pages.length} pages have no text of their own.`);
    this.pages = pages;
  }
}
