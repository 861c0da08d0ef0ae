import { texts } from '../texts/texts.js';

/** The server's replacements for titles; anything else is a document's title. */
const DELETED = 'This document was deleted.';
const MARKS = ['You may not see this source.', DELETED];

/** It can no longer be looked up, whatever was found at the time. */
export const isDeleted = (title: string | undefined) => title === DELETED;

/** The title only marks something deleted or hidden: requesting it would fail. */
export const isHiddenTitle = (title: string) => MARKS.includes(title);

/** A source's title as the page shows it. */
export function shownTitle(title: string): string {
  return MARKS.includes(title) ? texts.engine(title) : title;
}
