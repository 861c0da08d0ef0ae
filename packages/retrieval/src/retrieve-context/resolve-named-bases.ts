/** Models write names as they saw them, or ids. */
export function resolveNamedBases(
  bases: readonly { id: string; name: string }[],
  names: readonly string[],
): { ids: string[]; unknown: string[] } {
  const ids: string[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const wanted = name.trim().toLowerCase();
    const found = bases.find((base) => base.id === name || base.name.toLowerCase() === wanted);
    if (found) ids.push(found.id);
    else unknown.push(`"${name}"`);
  }
  return { ids, unknown };
}
