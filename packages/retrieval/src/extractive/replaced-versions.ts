import { readVersion, titleOfVersions } from '../parse/stated-version.js';
import { codesIn, ownCodes, replacesByCode, versionFamilies } from '../parse/version-codes.js';
import { namedTimes } from './named-times.js';
import type { PromptDocument } from './read-prompt.js';
import { isSameVersion, namedVersions } from './version-question.js';

/** The properties that distinguish versions of a document. */
export type VersionOf = Pick<PromptDocument, 'number' | 'title' | 'path' | 'date' | 'version'>;

/** Groups versions of one document, valid and newest first. */
export function versionsOfOne(documents: readonly PromptDocument[]): PromptDocument[][] {
  const known = documents.filter(
    ({ number }, place) => documents.findIndex((other) => other.number === number) === place,
  );
  const replaced = replacedVersions(documents);
  return versionFamilies(known).map((family) =>
    family.toSorted(
      (one, other) =>
        Number(replaced.has(one.number)) - Number(replaced.has(other.number)) || compareAge(other, one),
    ),
  );
}

/** The numbers of documents that another version replaces, or that say they are no longer valid. */
export function replacedVersions(documents: readonly VersionOf[]): ReadonlySet<number> {
  const replaced = new Set<number>();
  const said = documents.map((document) => ({ document, version: readVersion(document.version) }));
  for (const { document, version } of said) {
    if (version.isWithdrawn) replaced.add(document.number);
    const title = titleOfVersions(document.title);
    if (isRevised(document))
      for (const { document: other } of said)
        if (titleOfVersions(other.title) === title && !isRevised(other) && areOfOneTime(document, other))
          replaced.add(other.number);
    if (version.replaces.length === 0) continue;
    for (const { document: other } of said)
      if (
        other.number !== document.number &&
        (replacesByCode(document, other) ||
          (titleOfVersions(other.title) === title &&
            version.replaces.some((target) => isMeant(target, other, document))))
      )
        replaced.add(other.number);
  }
  return replaced;
}

const REVISED = /\b(?:revised|amended|corrected|updated|überarbeitet\p{L}*|berichtigt\p{L}*)\b/iu;

/** `Budget 2025, revised`: its name says so. */
const isRevised = ({ title, path }: VersionOf) =>
  REVISED.test(`${title} ${(path.split('/').at(-1) ?? '').replaceAll(/[-_.]/gu, ' ')}`);

/** The revised budget of 2025 does not replace that of another year. */
function areOfOneTime(one: VersionOf, other: VersionOf): boolean {
  const years = ({ title, path }: VersionOf) =>
    new Set(namedTimes(`${title} ${path.split('/').at(-1) ?? ''}`).map(({ year }) => year));
  const [ours, theirs] = [years(one), years(other)];
  return ours.size === theirs.size && [...ours].every((year) => theirs.has(year));
}

/** Matches by version number, otherwise by time. "The previous version" means any older one. */
function isMeant(target: string, other: VersionOf, by: VersionOf): boolean {
  // By its code, another document is meant.
  if (codesIn(target).length > 0 && ownCodes(other).length > 0) return false;
  const numbers = namedVersions(target);
  const own = numberOf(other);
  if (numbers.length > 0 && own !== null) return numbers.some((number) => isSameVersion(number, own));
  const times = namedTimes(target);
  const ownTimes = [other.date ?? '', ...other.version, other.title, other.path].flatMap(namedTimes);
  if (times.length > 0 && ownTimes.length > 0)
    return times.some(({ year, month }) =>
      ownTimes.some((time) => time.year === year && (month === null || !time.month || time.month === month)),
    );
  return numbers.length === 0 && compareAge(other, by) < 0;
}

/** The version number that a document states, or that its title or file name contains: `guideline-v3.md`. */
export function numberOf({ version, title, path }: VersionOf): string | null {
  return (
    readVersion(version).number ?? namedVersions(`${title} ${path.replaceAll(/[-_]/gu, ' ')}`)[0] ?? null
  );
}

/** Negative if the first is older. */
export function compareAge(one: VersionOf, other: VersionOf): number {
  const [first, second] = [timeOf(one), timeOf(other)];
  if (first !== null && second !== null && first !== second) return first.localeCompare(second);
  return Number(numberOf(one) ?? 0) - Number(numberOf(other) ?? 0);
}

function timeOf({ date, version, title, path }: VersionOf): string | null {
  if (date !== null) return date;
  const [time] = [...version.slice(0, 1), title, path].flatMap(namedTimes);
  return time ? `${time.year}-${String(time.month ?? 0).padStart(2, '0')}` : null;
}
