/** Examines what follows a marker. True: it is not in plain text; false: it is; null: not known yet. */
export interface Lookahead {
  step: (code: number) => boolean | null;
}

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;
const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0xa0;
const isLineEnd = (code: number) => code === 0x0a || code === 0x0d;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/**
 * Decides where a marker is by the text before it, from the first sign that may hide it. If that is not enough, returns
 * a lookahead.
 */
export function placeOf(recent: string): 'text' | 'elsewhere' | Lookahead {
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
  if (dollar !== null && brackets > 0) return either(inFormula(dollar), inLinkText(brackets));
  if (dollar !== null) return inFormula(dollar);
  return brackets > 0 ? inLinkText(brackets) : 'text';
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

/** A `$` closes a formula if there is no space before it and no digit after it. */
function inFormula({ isMoney }: { isMoney: boolean }): Lookahead {
  let before = 0x5d;
  let isClosing = false;
  return {
    step: (code) => {
      if (isClosing) {
        if (!isDigit(code) && code !== DOLLAR) return true;
        isClosing = false;
      }
      if (isLineEnd(code) || code === 0x60 || (isMoney && isBlank(code))) return false;
      isClosing = code === DOLLAR && before !== BACKSLASH && !isBlank(before);
      before = code;
      return null;
    },
  };
}

/** Waits until the open brackets close and an address follows. */
function inLinkText(brackets: number): Lookahead {
  let open = brackets;
  let isEscaped = false;
  let isClosed = false;
  return {
    step: (code) => {
      if (isClosed && code === 0x28) return true;
      isClosed = false;
      if (isLineEnd(code) || open === 0) return false;
      if (isEscaped) isEscaped = false;
      else if (code === BACKSLASH) isEscaped = true;
      else if (code === 0x5b) open++;
      else if (code === 0x5d) {
        open--;
        isClosed = true;
      }
      return null;
    },
  };
}

function either(one: Lookahead, other: Lookahead): Lookahead {
  let left: boolean | null = null;
  let right: boolean | null = null;
  return {
    step: (code) => {
      left ??= one.step(code);
      right ??= other.step(code);
      if (left === true || right === true) return true;
      return left === false && right === false ? false : null;
    },
  };
}
