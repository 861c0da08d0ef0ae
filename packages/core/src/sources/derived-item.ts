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
