import { splitSentences } from '@ibid/core/internal';

const EDITION =
  '(?:version|edition|revision|issue|report|survey|policy|polic(?:y|ies)|guidelines?|rules?|standard|procedure|plan|notice|document|instructions?|handbook|regulations?|(?:price )?lists?|prices|fees|rates|tariffs?|charges|schedule|rota|timetable|table|sheet|catalogue|form|agreement|contract|terms|fassung|ausgabe|auflage|richtlinie|ordnung|regeln?|anweisung|\\p{L}*liste|\\p{L}*preise|gebühren|\\p{L}*tarife?|\\p{L}*plan|\\p{L}*tabelle|vertrag|vereinbarung)';
const NUMBERED = /^(?:this is )?(?:version|edition|revision|issue|rev\.|fassung|ausgabe|auflage)\s+\d/iu;
const IN_FORCE =
  /^(?:[\p{L}\s]{0,40}\s)?(?:adopted|approved|issued|published|in force|valid|effective|revised|beschlossen|gültig|in kraft)\b[^.]{0,60}\d{4}/iu;
/** `Report TB-22, November 2022.`: the code by which other documents refer to it. */
const DESIGNATED =
  /^(?:\p{L}+\s+){1,3}\p{Lu}{1,6}(?:[-/]\p{Lu}{1,4})?[-/]\d{1,6}(?:[-/.]\d{1,4})?(?:-\p{Lu}{1,3}\d{1,2})?(?=\s*(?:$|[,.:;(]))/u;
const GIVES_WAY =
  /\b(?:replaces?|supersedes?|ersetzt|ersetzen|withdrawn|superseded|replaced by|no longer (?:valid|in force|applicable|applies)|zurückgezogen|aufgehoben|nicht mehr gültig|außer kraft)\b/iu;
/** How the document refers to itself. */
const ITSELF = `(?:(?:this|these|the present|dies\\p{L}*)\\s+(?:\\p{L}+\\s+){0,2}${EDITION}|it|which|sie|es|${EDITION}\\s+[\\d.]*\\d)`;
const REPLACES = new RegExp(
  `(?:(?:^|[,;(–—-]\\s*)(?:replaces|supersedes|ersetzt)|${ITSELF}\\s+(?:also\\s+|fully\\s+)?(?:replaces?|supersedes?|ersetzt|ersetzen))\\s+(?<target>[^.;]*(?:\\.\\d[^.;]*)*)`,
  'iu',
);
const ENDED = new RegExp(
  `(?<target>(?:${EDITION}\\s+(?:of\\s+|vom\\s+)?[\\d.]*\\d|(?:the|all|any|die|alle|der)\\s+(?:previous|earlier|old|older|former|bisherigen?|frühere?n?|alten?)\\s+[\\p{L}]+|(?:this|dies\\p{L}*)\\s+(?:\\p{L}+\\s+){0,2}${EDITION}))\\s+(?:(?:of|vom|from)\\s+[^.;]{3,30}\\s)?(?:is|are|was|were|has been|have been|ist|sind|wurde|wurden)\\s+(?:hereby\\s+|now\\s+|hiermit\\s+)?(?:no longer (?:valid|in force|applicable)|withdrawn|superseded|replaced|nicht mehr gültig|zurückgezogen|ersetzt|aufgehoben|außer kraft)`,
  'iu',
);
const OWN_END = /^(?:withdrawn|superseded|replaced by|no longer valid|zurückgezogen|aufgehoben)\b/iu;

const TOP_CHARACTERS = 1_500;
const TOP_LINES = 12;
const LONGEST = 240;
const MOST = 4;

/** Statements near the top of a document about its version, its effective date and what it replaces. */
export function statedVersion(text: string): string[] {
  const lines = text
    .slice(0, TOP_CHARACTERS)
    .split('\n')
    .map((line) => line.trim())
    // A title may contain the document's code, or what it replaces. Other headings do not.
    .map((line, place) => (place === 0 && isStatement(line.slice(2)) ? line.replace(/^# /u, '') : line))
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('|'))
    .slice(0, TOP_LINES);
  return lines
    .flatMap((line) => splitSentences(line).map(({ start, end }) => line.slice(start, end).trim()))
    .filter((sentence) => sentence.length <= LONGEST)
    .filter((sentence) => {
      if ([NUMBERED, IN_FORCE, DESIGNATED].some((said) => said.test(sentence))) return true;
      return GIVES_WAY.test(sentence) && readVersion([sentence]).says;
    })
    .slice(0, MOST);
}

const isStatement = (title: string) =>
  DESIGNATED.test(title) || (GIVES_WAY.test(title) && readVersion([title]).says);

/** A document's parsed version statements. */
export interface ReadVersion {
  number: string | null;
  /** What it replaces or calls withdrawn, in its own words. */
  replaces: string[];
  /** It says that it is no longer valid itself. */
  isWithdrawn: boolean;
  /** It says something about replacement. */
  says: boolean;
}

/** Parses a document's version statements. */
export function readVersion(stated: readonly string[]): ReadVersion {
  const number =
    stated.map((line) => /^(?:this is )?\p{L}+\.?\s+(\d+(?:\.\d+)*)/iu.exec(line)?.[1]).find(Boolean) ?? null;
  const replaces: string[] = [];
  let isWithdrawn = false;
  for (const line of stated) {
    const target = REPLACES.exec(line)?.groups?.['target'];
    if (target !== undefined) replaces.push(target);
    const ended = ENDED.exec(line);
    if (ended) {
      if (/^(?:this|dies)/iu.test(ended.groups?.['target'] ?? '')) isWithdrawn = true;
      else replaces.push(ended[0]);
    }
    if (OWN_END.test(line)) isWithdrawn = true;
  }
  return { number, replaces, isWithdrawn, says: replaces.length > 0 || isWithdrawn };
}

const KINDS =
  /\b(?:v|version|edition|revision|rev|draft|final|old|new|revised|amended|updated|corrected|fassung|ausgabe|überarbeitet|geändert)\b\.?/giu;
const TIMES =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|q[1-4])\b/giu;

/** A title without version markers, the same for all versions of a document. */
export function titleOfVersions(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/\bv\d+(?:[._]\d+)*\b/gu, ' ')
    .replaceAll(/[\d._()[\],:;–—-]+/gu, ' ')
    .replaceAll(KINDS, ' ')
    .replaceAll(TIMES, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
