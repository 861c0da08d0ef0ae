import type { TableCalculation } from './table-query.js';

export type Operation = TableCalculation['what'];

/**
 * Words for each calculation. The first match decides. A pattern matches only these words: what is between "what does"
 * and "cost" may name a row.
 */
export const OPERATIONS: [RegExp, Operation][] = [
  [
    /\b(?:how many (?:different|distinct|unique)|number of (?:different|distinct|unique)|wie vielen? verschiedenen?)\b/iu,
    'count distinct',
  ],
  [/\b(?:average|(?<=\b(?:the|a|arithmetic|overall) )mean|avg|durchschnitt\p{L}*|on average)\b/iu, 'average'],
  [/\bmedian\b/iu, 'median'],
  [
    /\b(?:highest|largest|biggest|greatest|maximum|max|most expensive|longest|tallest|heaviest|latest|newest|most recent|oldest|strongest|best|most(?: often| frequently)?|top|last(?=\P{L}*$)|zuletzt|am häufigsten|älteste\p{L}*|höchste\p{L}*|größte\p{L}*|teuerste\p{L}*|meiste\p{L}*)\b/iu,
    'maximum',
  ],
  [
    /\b(?:lowest|smallest|minimum|min|cheapest|shortest|lightest|weakest|earliest|soonest|first(?=\P{L}*$)|zuerst|least(?: often| frequently)?|am seltensten|fewest|worst|bottom|niedrigste\p{L}*|kleinste\p{L}*|günstigste\p{L}*|billigste\p{L}*|wenigste\p{L}*)\b/iu,
    'minimum',
  ],
  [
    /\b(?:total|sum|summe|gesamt\p{L}*|insgesamt|altogether|together|zusammen|how much|wie viel|what (?:did|does|do)(?= .+ cost\b)|was kostet?n?(?= .)|add up|adds up|combined)\b/iu,
    'sum',
  ],
  // "The phone number of Ana" does not count anything.
  [
    /\b(?:how many|count|wie vielen?|anzahl)\b|(?:^|\b(?:the|a|total|exact|overall|and)\s+)number of\b/iu,
    'count',
  ],
];
/** Needs more than one query, or more than calculation. No guess is made. */
export const BEYOND =
  /\b(?:percent\p{L}*|share|proportion|ratio|difference|compared?|comparison|growth|grew|grow|increase\p{L}*|decrease\p{L}*|change[ds]?|trend|why|correlat\p{L}*|forecast|second|third|prozent|anteil|unterschied|warum|by how (?:many|much)|um wie ?viele?)\b|%\s*of/iu;

/** Asks for rows: "list all orders from Braga", "which orders are late". */
export const LISTS =
  /^\s*(?:please\s+)?(?:list|enumerate|show|name|give me|find|zeige?|nenne?|liste)\b|\b(?:which|welche[rsnm]?)\b/iu;

/** "What are the prices of tiles?": rows, if it says which. */
export const WHAT_ARE =
  /^\s*(?:what (?:are|were) (?:the|all|our)|was (?:sind|waren) (?:die|alle|unsere))\b/iu;

/** "Who started in 2020?", "who is there on Saturday?", "who has not paid?", "who are the pilots?" */
export const WHO =
  /^\s*(?:(?:who|wer)\b(?=.*(?:\d|(?:day|tag)\b|\b(?:not|nicht)\b|n['’]t\b))|(?:who are|wer sind)\b)/iu;

/** "How many boats does the club own?": names the owner of the documents, which no table contains. */
const OWNED =
  /\b(?:does|do) (?:the|our|this|your) (?:club|company|firm|association|society|practice|parish|school|shop|business|museum|farm|team|organi[sz]ation) (?:own|have|keep)\b/giu;
const QUARTERS = ['first', 'second', 'third', 'fourth'];

const COMPARED: Readonly<Record<string, string>> = {
  more: 'most',
  less: 'least',
  fewer: 'fewest',
  better: 'best',
  worse: 'worst',
  heavier: 'heaviest',
  earlier: 'earliest',
  bigger: 'biggest',
};
const COMPARATIVE =
  /\b(?:more|less|fewer|better|worse|heavier|earlier|bigger|longer|shorter|taller|lighter|older|newer|later|larger|smaller|higher|lower|cheaper|stronger|weaker)\b(?! than\b)/giu;
const OF_SOME = /^\s*(?:which|who|what)\b.+\S\s+or\s+\S/iu;

/** "Which is stronger, the stout or the bitter?" asks for the strongest of these. */
function asSuperlative(question: string): string {
  if (!OF_SOME.test(question)) return question;
  return question.replaceAll(COMPARATIVE, (found) => {
    const word = found.toLowerCase();
    return COMPARED[word] ?? word.replace(/e?r$/u, 'est');
  });
}

/** "Before the end of 2026" includes all of 2026, "by the end of March 2027" too. */
const BOUNDS: [RegExp, string][] = [
  [/\b(?:before|by|until|till|up to) the end of(?: the year)? (?=[\p{L}\s]{0,12}\d)/giu, 'until '],
  [/\bafter the end of (?=[\p{L}\s]{0,12}\d)/giu, 'after '],
  [/\b(before|since|after) the (?:start|beginning) of (?=[\p{L}\s]{0,12}\d)/giu, '$1 '],
  [/\bby (?=(?:\d{1,2}(?:st|nd|rd|th)? )?\p{Lu}\p{L}{2,8} \d{4}\b|\d{4}-\d{2})/gu, 'until '],
  [/\b(?:vor|bis)(?: zum)? Ende(?: des Jahres)? (?=[\p{L}\s]{0,12}\d)/giu, 'bis '],
  [/\bnach Ende (?=[\p{L}\s]{0,12}\d)/giu, 'nach '],
];

/** "Laufen … ab". */
const SEPARATED = /\b(?:läuft|laufen|liefen?)\s([^?.!]*)\sab\b/giu;

/** Expands forms that hide a word: "aren't", "the first quarter". */
export function plainQuestion(question: string): string {
  return BOUNDS.reduce((left, [bound, plain]) => left.replaceAll(bound, plain), asSuperlative(question))
    .replaceAll(SEPARATED, 'ablaufen $1')
    .replaceAll(OWNED, 'are there')
    .replaceAll(/\b(is|are|was|were|do|does|did|has|have|had|could|should|would)n['’]t\b/giu, '$1 not')
    .replaceAll(
      /\b(?:the )?(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: of)?(?= \d{4}\b)/giu,
      (_, which: string) => {
        const place = QUARTERS.indexOf(which.toLowerCase());
        return `Q${place === -1 ? which.charAt(0) : place + 1}`;
      },
    );
}

/** Whether a question may be about a table. This is cheap, because it runs on every question. */
export function asksForCalculation(asked: string): boolean {
  const question = plainQuestion(asked);
  return (
    !BEYOND.test(question) &&
    ([LISTS, WHAT_ARE, WHO].some((lists) => lists.test(question)) ||
      OPERATIONS.some(([pattern]) => pattern.test(question)))
  );
}
