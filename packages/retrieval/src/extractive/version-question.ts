const CURRENT =
  /\b(?:current|valid|latest|newest|applicable|up-to-date)\s+(?:version|edition|revision)\b|\b(?:which|what)\s+(?:version|edition|revision)\b[^?]*\b(?:current|valid|in force|applies|apply|applicable|latest|newest|use|used)\b|\b(?:aktuelle|gültige|geltende|neueste)n?\s+(?:version|fassung|ausgabe)\b|\bwelche\s+(?:version|fassung|ausgabe)\b[^?]*\b(?:gilt|gültig|aktuell|neueste)\b/iu;
const CHANGED =
  /\bwhat\s+(?:has\s+|have\s+|was\s+|were\s+)?(?:changed|changes|is\s+new|is\s+different|differs|are\s+the\s+(?:changes|differences)|is\s+the\s+difference)\b|\b(?:differences?|changes?)\s+(?:between|from)\b|\bhow\s+(?:do|does|did|has|have)\b[^?]*\b(?:differ|changed?)\b|\bwas\s+(?:hat\s+sich|ist)\b[^?]*\b(?:geändert|neu|anders)\b|\bwie\s+hat\s+sich\b[^?]*\b(?:geändert|verändert|entwickelt)\b|\bunterschiede?\s+zwischen\b/iu;
const OF_VERSIONS =
  /\b(?:versions?|editions?|revisions?|fassung(?:en)?|version(?:en)?|ausgaben?)\b|\bv\d|\b(?:19|20)\d\d\b[^?]*\b(?:and|to|und|bis)\b[^?]*\b(?:19|20)\d\d\b|\b(?:old|previous|alten?)\b[^?]*\b(?:new|current|neuen?)\b/iu;

/** How the thing itself has changed, as each version describes it. */
const SINCE =
  /\b(?:since|compared (?:to|with)|seit|gegenüber)\b(?:\s+(?:the|der|dem))?(?:\s+(?:report|inspection|survey|year|jahr|bericht)\s*(?:of|von)?)?\s+(?:19|20)\d\d\b/iu;

/**
 * What a question asks about versions of a document: which one is valid, what differs between them, or what has become
 * of their subject.
 */
export type VersionQuestion = 'current' | 'changes' | 'since';

/** Null for a question that is not about versions. */
export function versionQuestion(question: string): VersionQuestion | null {
  if (CHANGED.test(question) && OF_VERSIONS.test(question)) return 'changes';
  if (CHANGED.test(question) && SINCE.test(question)) return 'since';
  return CURRENT.test(question) ? 'current' : null;
}

/** The version numbers in a question: `1.2` and `2` in "between version 1.2 and 2". */
export function namedVersions(question: string): string[] {
  const found = question.matchAll(
    /(?<![\p{L}\p{N}])(?:v|versions?|editions?|revisions?|fassung(?:en)?)[ .]?\s*(\d+(?:\.\d+)*)(?:\s*(?:and|to|or|und|bis|,)\s*(\d+(?:\.\d+)*)(?!\p{L}))?/giu,
  );
  return [...found].flatMap(([, one, other]) => [one, other].filter((each) => each !== undefined));
}

/** `2`, `2.0` and `2.0.0` are the same version. */
export function isSameVersion(one: string, other: string): boolean {
  const plain = (number: string) => number.replace(/(?:\.0+)+$/u, '');
  return plain(one) === plain(other);
}
