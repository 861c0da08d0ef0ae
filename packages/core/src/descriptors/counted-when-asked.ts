/**
 * Adds a field that is counted when it is first read, and known from then on. To everyone else it is a field like the
 * others: it is copied, compared and written as JSON.
 */
export function countedWhenAsked<Thing extends object, Name extends string>(
  thing: Thing,
  name: Name,
  count: () => number,
): Thing & Readonly<Record<Name, number>> {
  Object.defineProperty(thing, name, {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = count();
      Object.defineProperty(thing, name, { value, enumerable: true });
      return value;
    },
  });
  return thing as Thing & Readonly<Record<Name, number>>;
}
