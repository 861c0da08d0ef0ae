import { CASED_DATES, DATES, firstDay } from './written-dates.js';

/** Papers between parties, which say when they were made. */
const DEED =
  '(?:agreement|contract|lease|sublease|licen[cs]e|deed|tenancy|loan|mortgage|charter|charterparty|indenture|undertaking|settlement|memorandum of understanding|amendment|addendum|supplement|vertrag|vereinbarung|[a-zäöüß]+vertrag|[a-zäöüß]+vereinbarung|nachtrag)';
/** Papers that one side sends or issues. */
const SENT =
  '(?:offer|quotation|quote|estimate|proposal|tender|bid|invoice|order|purchase order|letter|memo|memorandum|report|note|notice|minutes|statement|certificate|briefing|press release|angebot|kostenvoranschlag|rechnung|bestellung|schreiben|brief|bericht|vermerk|protokoll|bescheinigung|pressemitteilung)';
const UPTO = (most: number) => `[^.;:\\n]{2,${most}}?`;
const PARTIES =
  '(?=\\s*(?:[,.;(]|$|between\\b|by and\\b|by\\b|among\\b|zwischen\\b|for\\b|about\\b|on\\b|über\\b|für\\b|\\())';

/** `Agreement dated 12 May 2026 between …`, `This lease is made on 3 February 2024 between …`. */
const MADE = DATES.map(
  (date) =>
    new RegExp(
      `^(?:(?:this|dieser?|diese[ms]?)\\s+)?(?:(?!(?:to|of|on|zu|zum|zur)\\b)[\\p{L}-]+\\s+){0,3}?(?<kind>${DEED})\\s*(?:\\([^)]{1,60}\\)\\s*)?,?\\s*(?:(?:is|was|has been|wird|wurde)\\s+)?(?:dated|made(?:\\s+and\\s+entered\\s+into)?|entered\\s+into|concluded|signed|executed|vom|geschlossen\\s+am|datiert),?(?:\\s+and\\s+(?:effective|entered\\s+into))?\\s*(?:effective\\s+)?(?:(?:as\\s+of|as\\s+at|on|at|this|the|am|vom|effective)\\s+){0,3}${date}${PARTIES}`,
      'iu',
    ),
);
/** `Between … and …, dated 8 April 2026, for …`, `Zwischen … und … vom 3. März 2026 über …`. */
const BETWEEN = DATES.map(
  (date) =>
    new RegExp(
      `^(?:(?:by\\s+and\\s+)?between|zwischen)\\s[^;\\n]{5,220}?(?:,\\s*(?:dated|made on|signed on|of|on)\\s+|\\svom\\s+|,\\s*|\\)\\s+(?:dated|of)\\s+)${date}${PARTIES}`,
      'iu',
    ),
);
/** `Offer to Tarn Ferry, 11 September 2026, our reference L-0931` */
const SENT_ON = DATES.map(
  (date) =>
    new RegExp(
      `^${SENT}(?:\\s+(?:no\\.?|nr\\.?)?\\s*(?=\\S*\\d)[\\w./-]{1,14})?(?:\\s+(?:to|for|from|by|on|an|für|von|zu)\\s${UPTO(80)})?,\\s+(?:(?:dated|of|den|vom)\\s+)?${date}\\s*(?:$|\\.\\s*$|\\.\\s+\\p{L}+:|,\\s*(?:our|your|ref|reference|page|no\\b|number|unser|ihr|seite|by\\b|von\\b))`,
      'iu',
    ),
);
const NAME = "\\p{Lu}[\\p{L}\\d.'’-]*";
const JOINS = 'of|the|and|in|at|to|for|from|by|von|an|für|der|die|des|den|und|&';
const NAMES = `(?:(?:${NAME}|${JOINS})[\\s,]+)*${NAME}`;
/** `Stagecraft Supplies Ltd to Tarn Ferry, 10 September 2026`, `Tarn Courier, 22 October 2026. By Ada Finch.` */
const BESIDE_NAMES = CASED_DATES.map(
  (date) =>
    new RegExp(
      `^${NAMES}[.,]\\s+(?:(?:den|the)\\s+)?${date}(?:\\.?$|\\.\\s+(?:[Bb]y|[Vv]on|BY|VON|[Ww]ords|[Tt]ext|[Pp]hotos?)\\s+\\p{Lu}|\\.\\s+\\p{Lu}[\\p{L} ]{2,20}:)`,
      'u',
    ),
);
/** What else a paper may be: then a deed in its first line is one that it writes about. */
const OTHER_KIND =
  /\b(?:letter|minutes|memo|memorandum|report|review|summary|reply|correction|annex|extract|comments?|notice|termination|complaint|claim|note|notes|news|guide|faq|overview|comparison|list|register|brief|schreiben|protokoll|bericht|vermerk|kündigung|mahnung|übersicht|amendment|addendum|supplement|nachtrag)\b/iu;
/** The paper says something of the deed instead of naming itself: `The lease dated … ends in June`. */
const SAYS =
  /\b(?:is|are|was|were|has|have|had|will|shall|may|must|ends?|ended|expires?|expired|remains?|applies|applied|ist|sind|war|waren|wird|wurde|hat|endet|endete|läuft|gilt)\b/iu;
const FOR_PARTIES = /[("„“][^)"”“]*[)"”“]/gu;

/** The date at which a paper says in its first lines that it was made or sent; null if it does not. */
export function openingStatement(lines: readonly string[], title: string): string | null {
  for (const line of lines) {
    const found = madeOn(line, title) ?? firstDay(SENT_ON, line) ?? besideNames(line);
    if (found !== null) return found;
  }
  return null;
}

function besideNames(line: string): string | null {
  return firstDay(BESIDE_NAMES, line.replaceAll(/\s*\((?:the|die|der|das)\s[^)]{1,40}\)/gu, ''));
}

const NAMES_DEED = new RegExp(`(?:^|[^\\p{L}])${DEED}(?:$|[^\\p{L}])`, 'iu');

/** Not `Between the meetings, on 4 May 2026, …`. */
function isBetweenParties(sentence: string, title: string): boolean {
  return (
    /\s(?:and|und)\s/u.test(sentence) && (NAMES_DEED.test(title) || /\((?:["„“]|the\s)/iu.test(sentence))
  );
}

function madeOn(line: string, title: string): string | null {
  const [sentence = ''] = line.split(/(?<=[\p{Ll}\d)"”]{2}\.)\s+(?=\p{Lu})/u);
  const made = firstDay(MADE, sentence);
  if (made === null) return isBetweenParties(sentence, title) ? firstDay(BETWEEN, sentence) : null;
  const kind = MADE.flatMap((form) => form.exec(sentence)?.groups?.['kind'] ?? [])[0] ?? '';
  const isThis = /^(?:this|dies)/iu.test(sentence);
  const isOther = OTHER_KIND.test(title) && !OTHER_KIND.test(kind);
  if (isOther && !(isThis && title.toLowerCase().includes(kind.toLowerCase()))) return null;
  const after = sentence.replace(/^.*?(?:19|20)\d{2}/u, '').replaceAll(FOR_PARTIES, ' ');
  return isThis || !SAYS.test(after) ? made : null;
}
