/** What may be open before a marker, so that only the text after it shows whether it is in plain text. */
export interface OpenPlace {
  /** Open brackets: it may be in the text of a link. */
  brackets: number;
  /** An open `$`: it may be in a formula. `isMoney`: more likely an amount, which ends at the next space. */
  dollar: { isMoney: boolean } | null;
}

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;
const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0xa0;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/**
 * Decides where a marker is by the text before it, from the first sign that may hide it. If that is not enough, returns
 * what is open.
 */
export function placeOf(recent: string): 'text' | 'elsewhere' | OpenPlace {
  // Patterns are tried only where they can match: most texts have none of these signs, and many markers are asked about.
  // Neither formulas nor links extend over a blank line.
  const paragraph = recent.includes('\n')
    ? recent.slice(recent.search(/\n[ \t\r]*\n(?![^]*\n[ \t\r]*\n)/) + 1)
    : recent;
  // A backtick without its partner closes code whose beginning is not in view, so everything before it was code.
  const plain = paragraph.includes('`') ? paragraph.replaceAll(/(`+)[^`]*\1/g, ' ') : paragraph;
  const before = plain.slice(plain.lastIndexOf('`') + 1);
  if (before.includes('//') && /\/\/[^\s<>"]+$/.test(before)) return 'elsewhere';
  if (before.includes('\\(') && /(?<!\\)\\\((?![^]*\\\))/.test(before)) return 'elsewhere';
  if (before.includes('$$') && (before.match(/(?<![\\$])\$\$(?!\$)/g)?.length ?? 0) % 2 === 1)
    return 'elsewhere';
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  const dollar = openDollar(line);
  const brackets = openBrackets(line);
  return dollar === null && brackets === 0 ? 'text' : { brackets, dollar };
}

/** An open `$` that may begin a formula; null if there is none. An amount of money ends at its first space. */
function openDollar(line: string): { isMoney: boolean } | null {
  let open: { isMoney: boolean } | null = null;
  for (let index = line.indexOf('$'); index !== -1; index = line.indexOf('$', index + 1)) {
    const before = line.charCodeAt(index - 1);
    const after = line.charCodeAt(index + 1);
    if (before === BACKSLASH || before === DOLLAR || after === DOLLAR) continue;
    if (open && !isBlank(before) && !isDigit(after)) open = null;
    else open = isBlank(after) ? null : { isMoney: isDigit(after) && /\s/.test(line.slice(index)) };
  }
  if (!open || open.isMoney) return null;
  return { isMoney: isDigit(line.charCodeAt(line.lastIndexOf('$') + 1)) };
}

function openBrackets(line: string): number {
  let open = 0;
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    if (code === BACKSLASH) index++;
    else if (code === 0x5b) open++;
    else if (code === 0x5d && open > 0) open--;
  }
  return open;
}
