/** Derives a short, unused id from a name. */
export function freeId(name: string, taken: readonly string[], otherwise: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^[^a-z]+|-+$/gu, '')
    .slice(0, 26)
    .replace(/-+$/u, '');
  const base = plain === '' ? otherwise : plain;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(id)) return id;
  }
}
