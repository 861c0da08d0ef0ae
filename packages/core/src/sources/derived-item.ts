const BETWEEN = '~';

/**
 * The id of something derived from an item, such as the result of a query over its table. It contains the item's id, so
 * users who may not see the item, or no longer, do not see the derived result either.
 */
export function derivedItemId(itemId: string, mark: string): string {
  return `${itemId}${BETWEEN}${mark}`;
}

/** The item that an id denotes or was derived from. */
export function originItemId(itemId: string): string {
  const end = itemId.indexOf(BETWEEN);
  return end === -1 ? itemId : itemId.slice(0, end);
}

/** An id derived from table rows ends with the span of their first adjacent run in the text of the item. */
const PLACE = /~table-[0-9a-f]+-(\d{1,9})-(\d{1,9})$/u;

/** The span in the item's text that something was derived from, if its id contains one. */
export function originSpan(itemId: string): { start: number; end: number } | null {
  const found = PLACE.exec(itemId);
  return found ? { start: Number(found[1]), end: Number(found[2]) } : null;
}
