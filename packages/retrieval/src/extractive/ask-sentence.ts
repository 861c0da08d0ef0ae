/** The asker does not know what these refer to. */
const POINTS_ELSEWHERE =
  /\b(?:er|sie|es|ihr|wir|it|its|they|their|them|he|she|his|her|we|our|you|your|i|my|this|that|these|those|there|here|who|which|what|latter|former|following|same|other|others|another|first|second|one|rest|above|below|result|reason|aim|purpose|diese[rsnm]?|jene[rsnm]?|dass|welche[rsnm]?|andere[rsnm]?|folgende[rsnm]?|erste[rsnm]?|letzte[rsnm]?)\b/iu;
const OPENS_OTHERWISE =
  /^(?:in|on|at|by|for|from|with|without|within|during|since|after|before|until|when|where|while|if|as|to|under|over|because|although|but|and|or|so|then|thus|however|also|most|some|many|few|several|no|none|not|only|both|either|neither|yes|please|dear|figure|table|page|fig|see|note|there|[\p{L}]+ly)\b/iu;
const VERB_WITHIN =
  /\b(?:is|are|was|were|be|been|has|have|had|does|do|did|will|would|must|may|can|could|should|shall|ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|kann|darf|muss)\b/iu;
const LONGEST_SENTENCE = 220;

const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’.-]*`;
const SUBJECT = String.raw`(?<subject>\p{Lu}${WORD.slice('[\\p{L}\\p{N}]'.length)}(?: ${WORD}){0,6}?)`;
const COUNT = String.raw`(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|a hundred|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig)`;
const ABOUT = String.raw`(?:(?:about|around|almost|nearly|only|at most|at least|up to|etwa|rund|knapp|höchstens|mindestens|bis zu) )?`;
const MONTH = String.raw`(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)`;
const DAY = String.raw`(?:\d{1,2}\.?(?:st|nd|rd|th)? ${MONTH}|${MONTH} \d{1,2}\b|${MONTH} \d{4}|(?:1[5-9]|20)\d\d\b|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{4}-\d\d-\d\d)`;
const TIME = String.raw`(?:${DAY}|\d{1,2}[:.]\d\d|\d{1,2} ?(?:a\.?m|p\.?m|o’clock|o'clock|Uhr)|noon|midnight|\p{Lu}\p{Ll}+days?\b)`;
const MONEY = String.raw`(?:[$€£¥] ?\d|${COUNT} (?:euros?|crowns?|dollars?|pounds?|francs?|EUR|USD|GBP|CHF))`;
const DONE = String.raw`(?<done>\p{Ll}+ed|built|held|made|sunk|written|drawn|taken|given|bought|sold|paid|found|begun|laid|lost|sent|born|chosen|rebuilt|set up|put up)`;
/** What was done: the rest of the clause, up to the date. */
const MORE = String.raw`(?<more>(?: (?!on\b|in \d|and\b|but\b|by\b)${WORD}){0,5}?)`;
const BASES: Readonly<Record<string, string>> = {
  happened: 'happen',
  began: 'begin',
  started: 'start',
  ended: 'end',
  opened: 'open',
  closed: 'close',
  sank: 'sink',
  arrived: 'arrive',
  died: 'die',
  expired: 'expire',
  'took place': 'take place',
  'came into force': 'come into force',
};

type Parts = Record<string, string | undefined> & { subject: string };

/** Forms of statements and the questions they answer. The first match counts. */
const FORMS: readonly [statement: RegExp, question: (parts: Parts) => string][] = (
  [
    [
      `(?<is>is|are|was|were) ${ABOUT}${COUNT}(?: ${WORD}){1,2} (?<how>deep|long|high|wide|tall|thick|old|heavy)\\b`,
      ({ how, is, subject }) => `How ${how} ${is} ${subject}?`,
    ],
    [
      `(?<is>was|were) ${DONE}${MORE} (?:on|in|since) (?:the )?(?:year )?${DAY}`,
      ({ is, subject, done, more }) => `When ${is} ${subject} ${done}${more}?`,
    ],
    [
      `(?<did>${Object.keys(BASES).join('|')})${MORE} (?:on|in) (?:the year )?${DAY}`,
      ({ did = '', subject, more }) => `When did ${subject} ${BASES[did]}${more}?`,
    ],
    [
      `(?<does>begins|starts|ends|opens|closes|expires)${MORE} (?:on|in|at|from) ${TIME}`,
      ({ does = '', subject, more }) => `When does ${subject} ${does.slice(0, -1)}${more}?`,
    ],
    [`costs ${ABOUT}(?:${MONEY}|${COUNT})`, ({ subject }) => `How much does ${subject} cost?`],
    [
      `(?<does>takes|lasts) ${ABOUT}${COUNT} (?:working )?(?:seconds|minutes|hours|days|weeks|months|years)`,
      ({ does = '', subject }) => `How long does ${subject} ${does.slice(0, -1)}?`,
    ],
    [`weighs ${ABOUT}${COUNT}`, ({ subject }) => `How much does ${subject} weigh?`],
    [
      `has ${ABOUT}${COUNT} (?<things>(?:\\p{Ll}+ )?\\p{Ll}{2,}s)\\b`,
      ({ things, subject }) => `How many ${things} does ${subject} have?`,
    ],
    [`(?<is>is|are) ${ABOUT}${MONEY}`, ({ is, subject }) => `How much ${is} ${subject}?`],
    [
      `(?<is>is|are|was|were) ${ABOUT}${COUNT} ?(?:%|\\p{L}|°)`,
      // "What is the field?" would ask for more than its size.
      ({ is, subject }) => (subject.split(' ').length > 2 ? `What ${is} ${subject}?` : ''),
    ],
    [
      String.raw`is (?:Mr |Mrs |Ms |Dr )?\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+(?=[,.;]|$)`,
      ({ subject }) => (/^the\b/u.test(subject) ? `Who is ${subject}?` : ''),
    ],
    [
      `(?<is>ist|sind|war|waren) ${ABOUT}${COUNT}(?: ${WORD}){1,2} (?<how>tief|lang|hoch|breit|alt|schwer|dick)(?=[,.;]|$)`,
      ({ how, is, subject }) => `Wie ${how} ${is} ${subject}?`,
    ],
    [
      `(?<is>wurde|wurden) (?:am|im|seit) (?:Jahre? )?${DAY}(?: \\d{4})?(?<more>(?: ${WORD}){0,5}?) (?<done>\\p{Ll}*(?:ge\\p{Ll}+(?:t|en)|iert|[^aeiou]t|\\p{Ll}{3}en))(?=[,.;]|$)`,
      ({ is, subject, more, done }) => `Wann ${is} ${subject}${more} ${done}?`,
    ],
    [
      `(?<is>beträgt|betragen) ${ABOUT}${COUNT}`,
      ({ is, subject }) => `Wie hoch ${is === 'beträgt' ? 'ist' : 'sind'} ${subject}?`,
    ],
    [`(?<is>kostet|kosten) ${ABOUT}${COUNT}`, ({ is, subject }) => `Wie viel ${is} ${subject}?`],
    [`(?<is>dauert|dauern) ${ABOUT}${COUNT}`, ({ is, subject }) => `Wie lange ${is} ${subject}?`],
    [
      `(?<is>beginnt|endet|öffnet|schließt) (?:am|um|im) (?:\\p{L}+tag, (?:dem )?)?${TIME}`,
      ({ is, subject }) => `Wann ${is} ${subject}?`,
    ],
  ] as [string, (parts: Parts) => string][]
).map(([rest, question]) => [new RegExp(`^${SUBJECT} ${rest}`, 'u'), question]);

/**
 * The question that a sentence answers, by its form: "The basin is 9 m deep" answers "How deep is the basin?". Null if
 * no form matches, or if the sentence alone does not say what it is about. `isName` says whether the first word keeps
 * its capital.
 */
export function askSentence(sentence: string, isName: (word: string) => boolean): string | null {
  const text = sentence.replaceAll(/\s+/gu, ' ').trim();
  if (text.length > LONGEST_SENTENCE || OPENS_OTHERWISE.test(text)) return null;
  for (const [statement, question] of FORMS) {
    const parts = statement.exec(text)?.groups as Parts | undefined;
    if (!parts || VERB_WITHIN.test(parts.subject) || POINTS_ELSEWHERE.test(parts.subject)) continue;
    const [first = ''] = parts.subject.split(' ');
    const subject = isName(first) ? parts.subject : first.toLowerCase() + parts.subject.slice(first.length);
    if (/[.,]$|\b(?:and|or|of|the|a|und|oder|der|die|das)$/iu.test(subject)) continue;
    const asked = question({ ...parts, subject });
    if (asked !== '' && !POINTS_ELSEWHERE.test(parts['more'] ?? '')) return asked;
  }
  return null;
}

const ARTICLE = /^(?:the|an?|each|every|all|any|der|die|das|eine?|jede[rs]?)\b ?/iu;
const TOPIC = new RegExp(
  String.raw`^${SUBJECT} (?:is|are|was|were|has|have|had|must|may|can|will|should|shall|ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|kann|können|darf|dürfen|muss|müssen)\b`,
  'u',
);

/** The subject of a sentence, without its article. Null if the sentence alone does not say what it is about. */
export function topicOfSentence(sentence: string): string | null {
  const text = sentence.replaceAll(/\s+/gu, ' ').trim();
  const subject = OPENS_OTHERWISE.test(text) ? undefined : TOPIC.exec(text)?.groups?.['subject'];
  if (subject === undefined || !ARTICLE.test(subject) || POINTS_ELSEWHERE.test(subject)) return null;
  const topic = subject.replace(ARTICLE, '');
  return /\p{L}{4}/u.test(topic) && !/\d|\b(?:and|or|und|oder)\b/u.test(topic) ? topic : null;
}
