/** By the order of bytes, the first text behind all that begin with this one. */
export function textBehind(start: string): string {
  const letters = Array.from(start);
  const last = letters.pop() ?? '';
  return letters.join('') + String.fromCodePoint((last.codePointAt(0) ?? 0) + 1);
}
