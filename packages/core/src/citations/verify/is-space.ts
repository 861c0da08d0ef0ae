const SPACE = /\s/;

/** Whether white space stands at a place. Plain text, which most is, needs no pattern. */
export function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return SPACE.test(text.charAt(index));
}
