import { readVersion, titleOfVersions } from './stated-version.js';

/** `TB-24`, `HQ-S-12`, `QP 7`, `TR-25-0188-A1`: what papers that replace each other call each other by. */
const CODE =
  /(?<![\p{L}\p{N}]|[\p{Lu}\p{N}]-)\p{Lu}{1,6}(?:[-/]\p{Lu}{1,4})?[-/ ]?\d{1,6}(?:[-/.]\d{1,4})?(?:-\p{Lu}{1,3}\d{1,2})?(?![\p{L}\p{N}])/gu;
const VERSION_NUMBER = /^V\d/u;

/** What is known of a document that may be a version of another. */
export interface Versioned {
  title: string;
  /** What it states of its version. */
  version: readonly string[];
}

/** The codes that a text has, without the signs that one writer sets and another leaves out. */
export function codesIn(text: string): string[] {
  return (text.match(CODE) ?? [])
    .map((code) => code.replaceAll(/[-/ ]/gu, ''))
    .filter((code) => !VERSION_NUMBER.test(code));
}

/** By which codes a document calls itself: in its title, or where it says what it is; not in what it says of others. */
export function ownCodes({ title, version }: Versioned): string[] {
  const own = version.filter((line) => !readVersion([line]).says);
  return [...new Set([title, ...own].flatMap(codesIn))];
}

/** Whether a document says that it takes the place of another, which it names by its code. */
export function replacesByCode(one: Versioned, other: Versioned): boolean {
  const named = readVersion(one.version).replaces.flatMap(codesIn);
  if (named.length === 0) return false;
  return ownCodes(other).some((code) => named.includes(code));
}

/** Documents that are versions of one: they have one title, or one replaces the other by its code. */
export function versionFamilies<Of extends Versioned>(documents: readonly Of[]): Of[][] {
  const titled = new Map<string, Of[]>();
  const untitled: Of[][] = [];
  for (const document of documents) {
    const title = titleOfVersions(document.title);
    if (title === '') untitled.push([document]);
    else titled.set(title, [...(titled.get(title) ?? []), document]);
  }
  let families = [...titled.values(), ...untitled];
  for (const one of documents)
    for (const other of documents) {
      if (one === other || !replacesByCode(one, other)) continue;
      const joined = families.filter((family) => family.includes(one) || family.includes(other));
      if (joined.length < 2) continue;
      families = [...families.filter((family) => !joined.includes(family)), joined.flat()];
    }
  return families.filter((family) => family.length > 1);
}
