/** The server's threshold: a page with fewer letters may be an image, read by OCR. */
const leastLetters = 40;

export function isBare(items: readonly { str: string }[]): boolean {
  let letters = 0;
  for (const { str } of items) {
    letters += str.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (letters >= leastLetters) return false;
  }
  return true;
}
