const WORD = "(?:(?:Dr|St|Mr|Mrs|Ms|Jr|Sr|Mt|Ft|Prof|\\p{Lu})\\.|\\p{Lu}[\\p{L}\\p{N}'’-]*)";
const JOINER = '(?:(?:of|the|de|la|van|von|der|du|da|di|del)\\s+){0,2}';
const NAME = new RegExp(`(?<![\\p{L}\\p{N}])${WORD}(?:\\s+${JOINER}(?:${WORD}|\\d+))*`, 'gu');
const LEADING = new Set(
  'the a an in on at it he she they his her its this that these those as by for from with after before during when while although and but or since until both each one two some many most other also however their there then of to is was were are list show name give tell find explain describe compare summarise summarize please who what when where which why how whose whom does do did can has have had will would should could if wer wann wo welche welcher welches warum wie ist sind der die das ein eine le les quel quelle qui quand combien cuándo quién qué cuál dónde'.split(
    ' ',
  ),
);

export interface TextName {
  name: string;
  start: number;
}

/** Runs of capitalised words, without the function words that open a sentence. */
export function namesInText(text: string): TextName[] {
  const names = new Map<string, TextName>();
  for (const match of text.matchAll(NAME)) {
    const words = match[0]
      .replace(/['’]s$/u, '')
      .replace(/[.'’-]+$/u, '')
      .split(/\s+/u);
    while (words[0] !== undefined && LEADING.has(words[0].toLowerCase())) words.shift();
    const name = words.join(' ');
    const key = name.toLowerCase();
    if (name.length >= 3 && !/^\d+$/u.test(name) && !names.has(key))
      names.set(key, { name, start: match.index });
  }
  return [...names.values()];
}
