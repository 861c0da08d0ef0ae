import { noteByObject } from '../messages/note-by-object.js';

/**
 * Remembers the last value made from an object. Messages, turns and outcomes are never changed once they are handed
 * in, so identity and a key of what else the value depends on are enough; what is forgotten is only made again.
 */
export function memoByObject<Value>(): (object: object, key: string, make: () => Value) => Value {
  const known = noteByObject<{ key: string; value: Value }>();
  return (object, key, make) => {
    const entry = known.get(object);
    if (entry && entry.key === key) return entry.value;
    const value = make();
    known.set(object, { key, value });
    return value;
  };
}
