/** What a question about a whole document or set wants: a summary, or every mention of something. */
export interface WholeQuestion {
  task: 'summary' | 'mentions';
  /** For mentions: what to look for. */
  subject: string | null;
}

const PLACES = '(?:mentions?|occurrences?|references?|instances?|places?|passages?|spots?)';
const MENTIONS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:every|each|all(?: the| of the)?)(?: single)? ${PLACES}\\s+(?:of|to|about|where|that (?:mention|name)s?|in which)\\s+(?<subject>.+)`,
    'iu',
  ),
  /\b(?:everywhere|wherever)\s+(?:that\s+)?(?<subject>.+?)\s+(?:is|are|was|were)?\s*(?:mentioned|named|occurs?|appears?)\b/iu,
  /(?<![\p{L}])(?:jede|alle)n?\s+(?:Erwähnung(?:en)?|Stellen?)\s+(?:von|zu|an denen|, an denen|, die|der|des)\s+(?<subject>.+?)(?:\s+(?:genannt|erwähnt)\b.*)?$/iu,
  /\b(?:chaque mention|toutes les mentions)\s+(?:de|du|des|d['’])\s*(?<subject>.+)/iu,
  /\b(?:cada mención|todas las menciones)\s+(?:de|del)\s+(?<subject>.+)/iu,
];

const SUMMARY =
  /\b(?:summari[sz]e|summari[sz]ing|sum up|(?:a|an|the)?\s*(?:short |brief |full )?summary(?: of)?|overview of|main (?:points|ideas|arguments)|key (?:points|takeaways|messages|findings)|tl;?dr|what (?:is|are) .{1,120} (?:all )?about|go through (?:all|the whole)|read (?:all|the whole) of)\b|(?<!\p{L})(?:fass\p{L}*\b.*\bzusammen|zusammenfassung|überblick über|hauptpunkte|kernaussagen|worum geht es in|résum\p{L}*|resum\p{L}*|riassum\p{L}*)/iu;

/** Where the subject ends and the document is named. */
const IN_DOCUMENT =
  /\s+(?:(?:is|are|was|were)\s+(?:mentioned|named)|occurs?|appears?|(?:in|within|across|throughout|im|dans|en|nel)\s+\S).*$/iu;

/**
 * KB-13: whether a question is about a whole document or set, judged by its form alone. Null if not. This is cheap,
 * because it runs on every question.
 */
export function asksForWhole(question: string): WholeQuestion | null {
  const asked = question.trim().replace(/[.?!\s]+$/u, '');
  for (const pattern of MENTIONS) {
    const found = pattern.exec(asked)?.groups?.['subject'];
    if (found) return { task: 'mentions', subject: subjectOf(found) };
  }
  return SUMMARY.test(asked) ? { task: 'summary', subject: null } : null;
}

function subjectOf(found: string): string {
  const quoted = /["“„«]([^"”“»]{1,200})["”“»]/u.exec(found)?.[1];
  const subject = (quoted ?? found.replace(IN_DOCUMENT, '')).trim();
  return (subject === '' ? found : subject).slice(0, 200);
}
