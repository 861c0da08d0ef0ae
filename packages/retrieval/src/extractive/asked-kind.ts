/** What an answer must contain. */
export type AskedKind = 'date' | 'number' | 'person' | 'place';

const QUESTIONS: readonly [AskedKind, RegExp][] = [
  [
    'date',
    /\b(?:when|what (?:date|day|year|month|time)|which (?:date|day|year|month)|since when|until when|wann|seit wann|quand|cuándo|quando|wanneer)\b/iu,
  ],
  [
    'number',
    /\bhow (?:many|much|long|deep|high|wide|far|fast|old|heavy|large|big|tall|often)\b|\bwhat (?:percentage|share|number|amount|price|cost|load|weight|speed|temperature|depth|width|height|length|capacity|distance|diameter|dose|pressure)\b|\b(?:wie ?viele?|wie (?:lange|tief|hoch|breit|weit|schnell|alt|schwer|groß|oft)|combien|cuánt[oa]s?|quant[oiae]|hoeveel)\b/iu,
  ],
  ['person', /\b(?:who|whom|whose|wer|wen|wem|wessen|qui|quién|quiénes|chi|quem|wie is)\b/iu],
  ['place', /\b(?:where|wo|woher|wohin|où|dónde|dove|onde|waar)\b/iu],
];

const MONTH =
  '(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sep(?:tember|t)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)';
const DATE = new RegExp(
  `\\b(?:1[5-9]|20|21)\\d\\d\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b|\\b\\d{1,2}:\\d\\d\\b|\\b(?:\\d{1,2}\\.? ${MONTH}|${MONTH}\\.? \\d{1,4})\\b|\\b(?:in|on|since|until|by|im|am|seit|bis) ${MONTH}\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\b(?:noon|midnight|yesterday|tomorrow|daily|weekly|monthly|every (?:day|week|month|year|morning|evening))\\b`,
  'iu',
);
const NUMBER =
  /\p{N}|\b(?:none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|half|twice|keine?|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend)\b/iu;
/** A name has a capital that is not explained by the start of a sentence. A role ("the captain") is also an answer. */
const NAME = /(?<=[\p{L}\p{N},;:)|"”’]\s+)\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u;
const ROLE = /\b(?:the|a|an|by|der|die|vom|le|la|el) \p{Ll}+(?:er|or|ist|ian|ant|man|ee|ain|eur|in)\b/u;
const PLACE =
  /\b(?:in|at|on|near|under|above|behind|beside|from|to|inside|outside|aboard|im|am|bei|auf|unter|über|à|dans|en|sur)\s+(?:the |der |dem |den |la |le |el )?\p{L}/iu;

/** The kind of answer that a question asks for; null if its form does not say. */
export function askedKind(question: string): AskedKind | null {
  let first: { kind: AskedKind; at: number } | null = null;
  for (const [kind, pattern] of QUESTIONS) {
    const at = question.search(pattern);
    if (at >= 0 && (first === null || at < first.at)) first = { kind, at };
  }
  return first?.kind ?? null;
}

/** Whether a text contains something of this kind. */
export function holdsKind(text: string, kind: AskedKind): boolean {
  if (kind === 'date') return DATE.test(text);
  if (kind === 'number') return NUMBER.test(text);
  if (kind === 'person') return NAME.test(text) || ROLE.test(text);
  return PLACE.test(text) || NAME.test(text);
}
