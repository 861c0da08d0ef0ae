import { texts } from '../texts/texts.js';

/** The server's words in place of a title; everything else is the title of a document. */
const MARKS = ['You may not see this source.', 'This document was deleted.'];

/** A source's title as the page shows it. */
export function shownTitle(title: string): string {
  return MARKS.includes(title) ? texts.engine(title) : title;
}
