/** Makes a subclass constructor add its private fields to an existing object. */
class Extended {
  constructor(object: object) {
    // oxlint-disable-next-line no-constructor-return
    return object;
  }
}

/**
 * Attaches a hidden value to an object for its lifetime; neither copies nor JSON include it. A `WeakMap` would do the
 * same, but its values outlive their keys until the next full collection, and every minor collection copied a turn's
 * worth of them.
 */
export function noteByObject<Value>(): {
  get: (object: object) => Value | undefined;
  set: (object: object, value: Value) => void;
} {
  // Future engines will reject private fields on non-extensible objects.
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
