import { ownLanguage } from './own-words.js';

/** Words that people use in questions, with those that documents use in answers. */
const SETS = [
  ['state', 'condition', 'shape'],
  ['cost', 'price'],
  ['deep', 'depth'],
  ['wide', 'width'],
  ['high', 'height'],
  ['heavy', 'weight', 'weigh', 'weighs', 'weighed'],
  ['content', 'ABV'],
  ['alcohol', 'ABV', 'strong', 'strength'],
  ['quantity', 'qty'],
  ['telephone', 'phone', 'tel', 'mobile'],
  ['born', 'birthday', 'birth', 'dob'],
  ['temperature', 'temp'],
  ['department', 'dept'],
  ['average', 'avg', 'mean'],
  ['Zustand', 'Verfassung'],
  ['Kosten', 'kosten', 'kostet', 'teuer', 'Preis'],
  ['hoch', 'Höhe'],
  ['schwer', 'Gewicht', 'wiegt', 'wiegen', 'wog'],
  ['Alkohol', 'Alkoholgehalt', 'vol'],
  ['Telefon', 'Telefonnummer', 'Tel', 'Handy'],
  ['geboren', 'Geburtstag', 'Geburtsdatum'],
  ['Temperatur', 'Temp'],
];

/** Words for what somebody earns. In other questions they are not synonyms. */
const PAY = [
  ['earn', 'salary', 'wage', 'pay', 'paid', 'stipend', 'remuneration', 'honorarium', 'fee'],
  ['verdienen', 'verdient', 'Gehalt', 'Lohn', 'Honorar', 'Vergütung', 'bezahlt'],
];
/** Words with which minutes record decisions. */
const DECIDED = [
  [
    'decided',
    'decision',
    'agreed',
    'accepted',
    'approved',
    'resolved',
    'adopted',
    'rejected',
    'postponed',
    'granted',
  ],
  ['entschieden', 'beschlossen', 'Beschluss', 'genehmigt', 'angenommen', 'abgelehnt', 'vertagt'],
];
const ASKS_DECIDED =
  /\b(?:decided?|decisions?|agreed?|resolved?|entschied\p{L}*|entscheid\p{L}*|beschl(?:oss|uss|ieß)\p{L}*)\b/iu;
const ASKS_PAY =
  /\b(?:earns?|earned|get paid|salar(?:y|ies)|wages?|stipends?|remuneration|honorari(?:um|a)|earnings)\b|\bhow much\s+(?:is|are|was|were|gets?|has been)\s.*\bpaid\b|\bpay\s+of\b|\b(?:verdien\p{L}*|gehalt|lohn|honorar|vergütung)\b/iu;

/** Weight of a synonym. */
export const IN_OTHER_WORDS = 0.8;

/** Whether a question asks what somebody earns. */
export const asksPay = (question: string) => ASKS_PAY.test(question) && !/\bhow many\b/iu.test(question);

const SHORTEST_PART = 5;
const SHORTEST_END = 4;
const SHORTEST_REST = 4;
/** Parts of many words that say nothing about each other: `Jahresbeitrag`, `Jahresende`. */
const COMMON_PART = new Set(
  'jahre jahres monat monats wochen tages stunden haupt gesamt grund neben unter ober mitte durch gegen nieder hinter'.split(
    ' ',
  ),
);
const PARTICIPLE = /^ge(?<root>\p{L}{4,}?)(?:t|en)?$/u;

/** `Sauerstoffgehalt` matches `Sauerstoff`, `Völker` matches `Bienenvölker`, `geprüft` matches `Prüfer`. */
function isAkin(term: string, held: ReadonlySet<string>): boolean {
  for (let end = SHORTEST_PART; end <= term.length - SHORTEST_REST; end += 1)
    if (held.has(term.slice(0, end)) && !COMMON_PART.has(term.slice(0, end))) return true;
  const root = PARTICIPLE.exec(term)?.groups?.['root'];
  for (const other of held) {
    const isEnd = term.length >= SHORTEST_END && other.length >= term.length + SHORTEST_REST;
    if ((isEnd && other.endsWith(term)) || (root !== undefined && other.startsWith(root))) return true;
  }
  return false;
}

/** A test whether a document's terms contain a synonym of a question's term: `price` for `cost`. */
export function askedOtherwise(
  terms: (text: string) => string[],
  question = '',
): (term: string, held: ReadonlySet<string>) => boolean {
  const others = new Map<string, string[]>();
  const sets = [...SETS, ...(asksPay(question) ? PAY : []), ...(ASKS_DECIDED.test(question) ? DECIDED : [])];
  for (const words of sets) {
    // The language of a single word cannot be detected, so its stem is uncertain.
    const set = words.flatMap((word) => [...terms(word), word.toLowerCase()]);
    for (const term of set)
      others.set(
        term,
        set.filter((other) => other !== term),
      );
  }
  const isGerman = ownLanguage([question]) === 'de';
  return (term, held) =>
    (others.get(term)?.some((other) => held.has(other)) ?? false) || (isGerman && isAkin(term, held));
}

/** The same for plain words. */
export const isInOtherWords = askedOtherwise((word) => [word.toLowerCase()]);
