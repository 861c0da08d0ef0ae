/** An object that caches results derived from it. */
export interface Noted {
  notes: unknown[];
}

let slots = 0;

/**
 * Caches what is derived from a claim or a passage alone: a claim is compared with several passages, and a passage with
 * several claims. `find` must depend on nothing else; for a run, also not on the terms that its words are compared
 * under.
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
