import { plainWords } from './about-names.js';

/** Short forms of first names, each after those it stands for. */
const FORMS: readonly (readonly [short: string, ...long: string[]])[] = [
  ['alex', 'alexander', 'alexandra'],
  ['andy', 'andrew', 'andreas'],
  ['ben', 'benjamin', 'benedict'],
  ['beth', 'elizabeth'],
  ['bill', 'william'],
  ['bob', 'robert'],
  ['cathy', 'catherine', 'cathleen'],
  ['charlie', 'charles', 'charlotte'],
  ['chris', 'christopher', 'christine', 'christina', 'christian'],
  ['dan', 'daniel', 'danielle'],
  ['dave', 'david'],
  ['ed', 'edward', 'edwin'],
  ['fred', 'frederick', 'alfred'],
  ['greg', 'gregory'],
  ['hans', 'johannes'],
  ['jack', 'john'],
  ['jim', 'james'],
  ['joe', 'joseph'],
  ['josh', 'joshua'],
  ['kate', 'katherine', 'kathryn', 'katharina'],
  ['ken', 'kenneth'],
  ['liz', 'elizabeth'],
  ['lisa', 'elisabeth'],
  ['maggie', 'margaret'],
  ['matt', 'matthew'],
  ['max', 'maximilian', 'maxine'],
  ['mike', 'michael'],
  ['nick', 'nicholas', 'nicolas'],
  ['pam', 'pamela'],
  ['pat', 'patricia', 'patrick'],
  ['pete', 'peter'],
  ['phil', 'philip', 'phillip'],
  ['ray', 'raymond'],
  ['rob', 'robert'],
  ['ron', 'ronald'],
  ['sam', 'samuel', 'samantha'],
  ['sepp', 'josef'],
  ['steve', 'steven', 'stephen'],
  ['sue', 'susan', 'susanne'],
  ['ted', 'edward', 'theodore'],
  ['tim', 'timothy'],
  ['tom', 'thomas'],
  ['tony', 'anthony', 'antonia'],
  ['toni', 'anton', 'antonia'],
  ['uli', 'ulrich', 'ulrike'],
  ['vicky', 'victoria'],
  ['will', 'william'],
];

interface Worded {
  text: string;
  words: Set<string>;
  placeWords: Set<string>;
  terms: Set<string>;
  context: Set<string>;
}

/**
 * Counts `Thomas Beck` as `Tom Beck` and the other way round, if a question has one of them with the last name: both are
 * one person as far as a reader can tell.
 */
export function knowNicknames(
  names: readonly string[],
  candidates: readonly Worded[],
  terms: (text: string) => string[],
): void {
  for (const name of names) {
    const [first, ...others] = plainWords(name);
    const last = others.at(-1);
    if (first === undefined || last === undefined) continue;
    const forms = FORMS.filter((set) => set.includes(first)).flatMap(([short, ...long]) =>
      short === first ? long : [short],
    );
    if (forms.length === 0) continue;
    const own = terms(first);
    for (const { words, placeWords, terms: held, context } of candidates)
      for (const [those, stems] of [
        [words, held],
        [placeWords, context],
      ] as const) {
        if (!forms.some((form) => those.has(form)) || !(words.has(last) || placeWords.has(last))) continue;
        those.add(first);
        for (const term of own) stems.add(term);
      }
  }
}
