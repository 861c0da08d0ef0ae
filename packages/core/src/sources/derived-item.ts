const BETWEEN = '~';

/**
 * The id of something made from an item, such as the result of a query over its table. It names the item, so that whoever
 * may not see that, or no longer, does not see what was made from it.
 */
export function derivedItemId(itemId: string, mark: string): string {
  return `${itemId}${BETWEEN}${mark}`;
}

/** The item that an id stands for or was made from. */
export function originItemId(itemId: string): string {
  const end = itemId.indexOf(BETWEEN);
  return end === -1 ? itemId : itemId.slice(0, end);
}

/** What was made from rows of a table ends with the place of the first of them in the text of its item. */
const PLACE = /~table-[0-9a-f]+-(\d{1,9})-(\d{1,9})$/u;

/** Where in the text of its item something was made from, as far as its id says so. */
export function originSpan(itemId: string): { start: number; end: number } | null {
  const found = PLACE.exec(itemId);
  return found ? { start: Number(found[1]), end: Number(found[2]) } : null;
}
