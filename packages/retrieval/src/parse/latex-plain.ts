/* oxlint-disable no-control-regex -- control characters mark what is set aside; text contains none */

const ACCENTS: Record<string, string> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  u: '\u0306',
  v: '\u030c',
  H: '\u030b',
  c: '\u0327',
  r: '\u030a',
};
const LETTERS: Record<string, string> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  aa: 'å',
  AA: 'Å',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
  ldots: '…',
  dots: '…',
  textendash: '–',
  textemdash: '—',
  euro: '€',
  S: '§',
  P: '¶',
  copyright: '©',
  textbackslash: '\\',
  item: '\n- ',
};
/** Commands for layout and positions, with their arguments. */
const DROPPED =
  /\\(?:label|vspace|hspace|bibliographystyle|bibliography|includegraphics|usepackage|documentclass|input|include|setlength|addtolength|pagestyle|thispagestyle|newcommand|renewcommand|def|definecolor|color|fontsize|setcounter|addtocounter|phantom|hypersetup|graphicspath|tableofcontents|maketitle|title|author|date)\b\*?(?:\[[^\]\n]{0,500}\]){0,3}(?:\{(?:[^{}]|\{[^{}]{0,500}\}){0,2000}\}){0,3}/gu;

/**
 * Converts LaTeX to plain words: commands become their arguments, references stay as names in brackets, and mathematics
 * between dollar signs stays as it is.
 */
export function latexPlain(source: string): string {
  // Set mathematics aside, so none of it is taken for prose.
  const kept: string[] = [];
  const aside = source
    .replaceAll(DROPPED, '')
    .replaceAll(/(?<!\\)\$[^$]{1,2000}\$|\\\([^\n]{0,2000}?\\\)/gu, (math) => {
      kept.push(math.startsWith('$') ? math : `$${math.slice(2, -2)}$`);
      return `\u0001${kept.length - 1}\u0002`;
    });
  return aside
    .replaceAll(/\\(?:begin|end)\{[^}\n]{0,60}\}(?:\[[^\]\n]{0,100}\])?/gu, '')
    .replaceAll(
      /\\(?:[A-Za-z]{0,10}cite[A-Za-z]{0,10})\*?(?:\[[^\]\n]{0,200}\]){0,2}\{([^}\n]{0,500})\}/gu,
      '[$1]',
    )
    .replaceAll(/\\(?:[A-Za-z]{0,10}ref)\*?\{([^}\n]{0,200})\}/gu, '[$1]')
    .replaceAll(/\\href\{([^}\n]{0,1000})\}\{([^}\n]{0,1000})\}/gu, '$2 ($1)')
    .replaceAll(/\\url\{([^}\n]{0,1000})\}/gu, '$1')
    .replaceAll(/\\footnote\{((?:[^{}]|\{[^{}]{0,500}\}){0,5000})\}/gu, ' ($1)')
    .replaceAll(
      /\\(["'`^~=.]|[uvHcr](?=[{\s]))\s?\{?\\?([A-Za-z])\}?/gu,
      (_whole, mark: string, letter: string) => (letter + (ACCENTS[mark] ?? '')).normalize('NFC'),
    )
    .replaceAll(/\\([&%$#_{}])/gu, (_whole, sign: string) =>
      sign === '{' || sign === '}' ? `\u0003${sign}` : sign,
    )
    .replaceAll(/\\\\(?:\[[^\]\n]{0,30}\])?|\\newline\b/gu, '\n')
    .replaceAll(/\\([A-Za-z]{1,40})\*?(?:\[[^\]\n]{0,300}\])? ?/gu, (_whole, name: string) =>
      Object.hasOwn(LETTERS, name) ? (LETTERS[name] ?? '') : '',
    )
    .replaceAll(/\\[,;:!\s]/gu, ' ')
    .replaceAll(/(?<!\u0003)[{}]/gu, '')
    .replaceAll('\u0003', '')
    .replaceAll('~', ' ')
    .replaceAll('---', '—')
    .replaceAll('--', '–')
    .replaceAll(/``|''/gu, '"')
    .replaceAll(/\u0001(\d{1,6})\u0002/gu, (_whole, index: string) => kept[Number(index)] ?? '')
    .replaceAll(/[ \t]+/gu, ' ')
    .replaceAll(/ ?\n ?/gu, '\n')
    .trim();
}
