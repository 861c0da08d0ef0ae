import { readVersion } from '../parse/stated-version.js';
import { versionFamilies } from '../parse/version-codes.js';
import { asksOfPast } from './asks-of-past.js';
import { askedTimes, timeFit } from './named-times.js';
import { numberOf, replacedVersions, type VersionOf } from './replaced-versions.js';
import { isSameVersion, namedVersions } from './version-question.js';

/**
 * The numbers of documents that are no longer valid and that the question does not mean: it asks about the present, and
 * names neither their version nor a time that only they have.
 */
export function supersededFor(question: string, documents: readonly VersionOf[]): ReadonlySet<number> {
  const replaced = replacedVersions(documents);
  if (replaced.size === 0 || asksOfPast(question)) return new Set();
  const times = askedTimes(question);
  const versions = namedVersions(question);
  const fits = ({ title, path, date, version }: VersionOf) =>
    timeFit(
      [title, path, date ?? '', ...version.filter((line) => !readVersion([line]).says)].join(' '),
      times,
    ) === 'same';
  const families = versionFamilies(documents);
  const isMeant = (document: VersionOf) => {
    const own = numberOf(document);
    if (own !== null && versions.some((version) => isSameVersion(version, own))) return true;
    if (times.length === 0 || !fits(document)) return false;
    const family = families.find((one) => one.includes(document)) ?? [];
    return !family.some((other) => !replaced.has(other.number) && fits(other));
  };
  return new Set(documents.flatMap((one) => (replaced.has(one.number) && !isMeant(one) ? [one.number] : [])));
}
