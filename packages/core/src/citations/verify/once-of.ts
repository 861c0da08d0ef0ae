/** Something that keeps what was found out of it. */
export interface Noted {
  notes: unknown[];
}

let slots = 0;

/**
 * What is found out of a claim or a passage by itself is found out once: a claim is read against several passages, and a
 * passage against several claims. `find` must depend on nothing else: of a run, also not on the terms that its words are compared under.
 */
export function onceOf<Host extends Noted, Value extends object | number | boolean | null>(
  find: (host: Host) => Value,
): (host: Host) => Value {
  const slot = slots++;
  return (host) => {
    const known = host.notes[slot];
    if (known !== undefined) return known as Value;
    const found = find(host);
    host.notes[slot] = found;
    return found;
  };
}
