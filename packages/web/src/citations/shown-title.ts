import { texts } from '../texts/texts.js';

/** The server's words in place of a title; everything else is the title of a document. */
const DELETED = 'This document was deleted.';
const MARKS = ['You may not see this source.', DELETED];

/** Nobody can look it up any more, whatever was found when it was there. */
export const isDeleted = (title: string | undefined) => title === DELETED;

/** It says only that there is nothing to see any more: asking for it would be in vain. */
export const isHiddenTitle = (title: string) => MARKS.includes(title);

/** A source's title as the page shows it. */
export function shownTitle(title: string): string {
  return MARKS.includes(title) ? texts.engine(title) : title;
}
