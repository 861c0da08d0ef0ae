/**
 * Adds a field that is computed when first read and then stored. It can be copied, compared and written as JSON like
 * any other field.
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
