/** In byte order, the first text after all that begin with this one. */
export function textBehind(start: string): string {
  const letters = Array.from(start);
  const last = letters.pop() ?? '';
  return letters.join('') + String.fromCodePoint((last.codePointAt(0) ?? 0) + 1);
}
