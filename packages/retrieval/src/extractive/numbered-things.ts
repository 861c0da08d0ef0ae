const NUMBER = String.raw`\d{1,4}(?!\p{N}|[.,:]\p{N})`;
const NUMBERED = new RegExp(
  String.raw`(?<thing>\p{L}{3,}?)s?\s+(?<numbers>${NUMBER}(?:\s*(?:,|and|or|to|&|und|oder|bis|[–-])\s*${NUMBER})*)`,
  'giu',
);

/** Things with numbers: "ward 5" and "ward 7" in "Wards 5 and 7". */
export function numberedThings(text: string): string[] {
  return [...text.matchAll(NUMBERED)].flatMap(({ groups = {} }) =>
    (groups['numbers']?.match(/\d+/gu) ?? []).map((number) => `${groups['thing']?.toLowerCase()} ${number}`),
  );
}

/** The same for a row, whose columns say what its numbers mean. */
export function numberedCells(columns: string | undefined, row: string): string[] {
  const names = columns?.split('|') ?? [];
  const cells = row.split('|');
  if (names.length !== cells.length) return [];
  return numberedThings(
    names.map((name, place) => `${name.trim()} ${(cells[place] ?? '').trim()}`).join(' | '),
  );
}

/** A name that is a numbered thing, if the texts number such things; otherwise null. */
export function asNumberedThing(name: string, known: ReadonlySet<string>): string | null {
  if (!/^\p{L}{3,} \d{1,4}$/u.test(name)) return null;
  const [thing] = numberedThings(name);
  const kind = thing?.replace(/\d+$/u, '') ?? '';
  return thing !== undefined && [...known].some((word) => word.startsWith(kind)) ? thing : null;
}

/** The words behind an abbreviation, from one of the texts: "ICU", "intensive care unit". */
export function spelledOut(name: string, texts: Iterable<string>): string[] | null {
  if (!/^\p{Lu}{3,6}$/u.test(name)) return null;
  const initials = Array.from(name.toLowerCase(), (letter) => String.raw`${letter}\p{L}+`).join(
    String.raw`[\s-]+`,
  );
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])${initials}(?![\p{L}\p{N}])`, 'iu');
  for (const text of texts) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found.toLowerCase().split(/[\s-]+/u);
  }
  return null;
}
