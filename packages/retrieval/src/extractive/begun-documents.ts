import type { Item } from '../knowledge/index.js';
import { statedDate } from '../parse/stated-date.js';
import { statedVersion, titleOfVersions } from '../parse/stated-version.js';
import { supersededFor } from './meant-version.js';
import { compareAge, replacedVersions, type VersionOf } from './replaced-versions.js';

/** A document and the beginning of its text, where it states its version and what it replaces. */
export interface Begun {
  document: Pick<Item, 'id' | 'title' | 'name'>;
  top: string;
}

const TOP_CHARACTERS = 4_000;
export const topOf = (text: string) => text.slice(0, TOP_CHARACTERS);

/** Ids of documents that others replace, according to their own text, and that the question does not mean. */
export function superseded(question: string, documents: readonly Begun[]): ReadonlySet<string> {
  return idsOf(documents, supersededFor(question, asVersions(documents)));
}

/** Ids of documents that others among them replace. */
export function replacedAmong(documents: readonly Begun[]): ReadonlySet<string> {
  return idsOf(documents, replacedVersions(asVersions(documents)));
}

/** Documents in their order, but of versions of one document the newest first. */
export function newestVersionsFirst<Document extends Begun>(documents: readonly Document[]): Document[] {
  const versions = asVersions(documents);
  const titles = versions.map(({ title }) => titleOfVersions(title));
  const family = (place: number) => (titles[place] === '' ? place : titles.indexOf(titles[place] ?? ''));
  return versions
    .toSorted((one, other) => family(one.number) - family(other.number) || compareAge(other, one))
    .flatMap(({ number }) => documents[number] ?? []);
}

const asVersions = (documents: readonly Begun[]): VersionOf[] =>
  documents.map(({ document: { title, name }, top }, number) => ({
    number,
    title,
    path: name,
    date: statedDate(top),
    version: statedVersion(top),
  }));

const idsOf = (documents: readonly Begun[], numbers: ReadonlySet<number>) =>
  new Set(documents.flatMap(({ document }, number) => (numbers.has(number) ? [document.id] : [])));
