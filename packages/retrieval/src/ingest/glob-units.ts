/** A test for one letter of a name, or `*` for any number of letters. */
export type GlobUnit = '*' | ((letter: string) => boolean);

const CLASSES: Record<string, RegExp> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  digit: /[0-9]/,
  lower: /[a-z]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

/** Parses a name in a rule as Git does: `?`, `*`, `[a-z]`, and `\` as an escape. Null: it matches nothing. */
export function globUnits(glob: string): GlobUnit[] | null {
  const units: GlobUnit[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const letter = glob.charAt(at);
    if (letter === '*') units.push('*');
    else if (letter === '?') units.push(() => true);
    else if (letter === '[') {
      const set = letterSet(glob, at + 1);
      if (!set) return null;
      units.push(set.fits);
      at = set.end;
    } else {
      if (letter === '\\') at += 1;
      // A final backslash is invalid.
      if (at >= glob.length) return null;
      const meant = glob.charAt(at);
      units.push((found) => found === meant);
    }
  }
  return units;
}

/** Parses a set after its opening bracket; `end` is the closing one. Null if there is none. */
function letterSet(glob: string, start: number): { fits: (letter: string) => boolean; end: number } | null {
  const isOther = glob[start] === '!' || glob[start] === '^';
  const first = isOther ? start + 1 : start;
  const tests: ((letter: string) => boolean)[] = [];
  for (let at = first; at < glob.length; at += 1) {
    if (glob[at] === ']' && at > first) {
      return { fits: (letter) => tests.some((test) => test(letter)) !== isOther, end: at };
    }
    if (glob.startsWith('[:', at)) {
      const close = glob.indexOf(':]', at + 2);
      const known = CLASSES[glob.slice(at + 2, close)];
      if (close < 0 || !known) return null;
      tests.push((letter) => known.test(letter));
      at = close + 1;
      continue;
    }
    if (glob[at] === '\\') at += 1;
    const from = glob.charAt(at);
    if (glob[at + 1] === '-' && at + 2 < glob.length && glob[at + 2] !== ']') {
      at += glob[at + 2] === '\\' ? 3 : 2;
      const to = glob.charAt(at);
      tests.push((letter) => from <= letter && letter <= to);
    } else tests.push((letter) => letter === from);
  }
  return null;
}
