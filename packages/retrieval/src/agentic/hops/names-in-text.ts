const NAME =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}.'’-]*(?:\s+(?:(?:of|the|de|la|van|von|der|du|da|di|del)\s+){0,2}(?:\p{Lu}[\p{L}\p{N}.'’-]*|\d+))*/gu;
const LEADING = new Set(
  'the a an in on at it he she they his her its this that these those as by for from with after before during when while although and but or since until both each one two some many most other also however their there then of to is was were are'.split(
    ' ',
  ),
);

export interface TextName {
  name: string;
  start: number;
}

/** Names as a text writes them: runs of capitalised words, without the small words that open a sentence. */
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
