import { asciiClasses, classOf, codeAt, widthOf } from './character-class.js';

/** Where the run of characters of the given classes (one bit each) that starts at a place ends. */
export function runEnd(text: string, place: number, classes: number): number {
  const { length } = text;
  const ascii = asciiClasses;
  let at = place;
  while (at < length) {
    const unit = text.charCodeAt(at);
    if (unit < 128) {
      if (((classes >> (ascii[unit] as number)) & 1) === 0) break;
      at += 1;
    } else {
      const code = codeAt(text, at);
      if (((classes >> classOf(code)) & 1) === 0) break;
      at += widthOf(code);
    }
  }
  return at;
}
