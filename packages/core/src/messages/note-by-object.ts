/** Gives the constructor of a subclass an object that is there already, so that its private fields are added to it. */
class Extended {
  constructor(object: object) {
    // oxlint-disable-next-line no-constructor-return
    return object;
  }
}

/**
 * Something remembered with an object, for as long as the object lives, that nobody else sees: neither a copy of it nor
 * its JSON has it. A `WeakMap` says the same, but its values outlive their keys until the next full collection, and a
 * turn's worth of them was carried over at every small one.
 */
export function noteByObject<Value>(): {
  get: (object: object) => Value | undefined;
  set: (object: object, value: Value) => void;
} {
  // Engines to come refuse private fields to what cannot be extended.
  const ofFrozen = new WeakMap<object, Value>();
  class Noted extends Extended {
    #value: Value | undefined;

    static get(object: object): Value | undefined {
      if (#value in object) return object.#value;
      return Object.isExtensible(object) ? undefined : ofFrozen.get(object);
    }

    static set(object: object, value: Value): void {
      if (#value in object) object.#value = value;
      else if (Object.isExtensible(object)) new Noted(object).#value = value;
      else ofFrozen.set(object, value);
    }
  }
  return Noted;
}
