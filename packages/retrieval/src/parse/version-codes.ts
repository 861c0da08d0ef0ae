import { readVersion, titleOfVersions } from './stated-version.js';

/** `TB-24`, `HQ-S-12`, `QP 7`, `TR-25-0188-A1`: codes by which documents refer to each other. */
const CODE =
  /(?<![\p{L}\p{N}]|[\p{Lu}\p{N}]-)\p{Lu}{1,6}(?:[-/]\p{Lu}{1,4})?[-/ ]?\d{1,6}(?:[-/.]\d{1,4})?(?:-\p{Lu}{1,3}\d{1,2})?(?![\p{L}\p{N}])/gu;
const VERSION_NUMBER = /^V\d/u;

/** A document that may be a version of another. */
export interface Versioned {
  title: string;
  /** Its version statements. */
  version: readonly string[];
}

/** The codes in a text, without separators, which writers use differently. */
export function codesIn(text: string): string[] {
  return (text.match(CODE) ?? [])
    .map((code) => code.replaceAll(/[-/ ]/gu, ''))
    .filter((code) => !VERSION_NUMBER.test(code));
}

/** The codes by which a document refers to itself: in its title, or in statements about itself. */
export function ownCodes({ title, version }: Versioned): string[] {
  const own = version.filter((line) => !readVersion([line]).says);
  return [...new Set([title, ...own].flatMap(codesIn))];
}

/** Whether a document says that it replaces another, named by its code. */
export function replacesByCode(one: Versioned, other: Versioned): boolean {
  const named = readVersion(one.version).replaces.flatMap(codesIn);
  if (named.length === 0) return false;
  return ownCodes(other).some((code) => named.includes(code));
}

/** Groups documents that are versions of each other: they share a title, or one replaces the other by its code. */
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
