import type { ClaimAlignment } from './align-claim.js';

const MARKED =
  /^\s*(?:#{1,6}\s|(?:table|figure|fig\.|chart|tabelle|abbildung|tableau|tabla|figura)\s*\d+[.:])/i;
const LONGEST = 120;
/** Captions with a full stop are shorter. */
const PROSE_WORDS = 7;

/** `Last updated: 3 September` and `Present: Ann, Ben` state something, unlike `Part two: The Sea`. */
const NAMED_VALUE =
  /^[-*•\s]*(?!(?:part|chapter|section|step|day|week|session|appendix|annex|table|figure|teil|kapitel|abschnitt|schritt|tag|woche|anhang)\b)\p{L}[\p{L}.’' -]{1,40}:\*{0,2}\s+(?=.*[\d@,])/iu;
const NAMED_PEOPLE =
  /^[-*•\s]*(?:present|attendees?|in attendance|absent|apologies|excused|chair(?:ed by)?|minutes(?: by)?|author|written by|contact|signed|anwesend|abwesend|entschuldigt|leitung|protokoll|verfasst von|kontakt):\*{0,2}\s+\S/iu;

/** A passage of headings and captions alone proves nothing, because they only name a subject. */
export function isHeading({ text: { text, sentences, heads }, window }: ClaimAlignment): boolean {
  for (let index = window.first; index <= window.last; index++) {
    const sentence = sentences[index];
    if (!sentence) return false;
    if (heads.get(index)?.caption === index && !isProse(text, sentence)) continue;
    if (isHeadingLine(text, sentence)) continue;
    return false;
  }
  return true;
}

/** A sentence above a table may state something itself: "The depth of each berth is measured in May." */
function isProse(text: string, { start, end }: { start: number; end: number }): boolean {
  const written = text.slice(start, end).trim();
  return /[.!?]$/u.test(written) && written.split(/\s+/u).length >= PROSE_WORDS && !MARKED.test(written);
}

/** The last row of a table is above the next text too. */
function isLastRow(text: string, lineStart: number, end: number): boolean {
  const above = text.lastIndexOf('\n', lineStart - 2) + 1;
  return lineStart > 0 && [text.slice(above, lineStart), text.slice(lineStart, end)].every(isRow);
}

const isRow = (line: string) => line.includes('|');

/** A line marked as a heading, or a short line alone, without end punctuation, above more text. */
export function isHeadingLine(text: string, { start, end }: { start: number; end: number }): boolean {
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(lineStart, end);
  if (MARKED.test(line)) return true;
  if (NAMED_VALUE.test(line) || NAMED_PEOPLE.test(line)) return false;
  if (isLastRow(text, lineStart, end)) return false;
  const isAlone = /^[\s*_>]*$/.test(text.slice(lineStart, start));
  const behind = text.slice(end, end + LONGEST);
  const isAbove = /^[ \t\r*_]*\n[ \t\r]*\n\s*\S/.test(behind);
  return isAlone && isAbove && end - start <= LONGEST && !/[.!?。…:]["”)]?$/.test(text.slice(start, end));
}
