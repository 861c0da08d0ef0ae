const APOSTROPHE = 39;

/** Length of an English contraction (`'s`, `'ll`, …) at a place, 0 where there is none. */
export function contractionLength(text: string, place: number, options: { anyCase: boolean }): number {
  if (text.charCodeAt(place) !== APOSTROPHE) return 0;
  const first = letterAt(text, place + 1, options.anyCase);
  if (first === 's' || first === 'd' || first === 'm' || first === 't') return 2;
  const second = letterAt(text, place + 2, options.anyCase);
  if (first === 'l') return second === 'l' ? 3 : 0;
  return (first === 'v' || first === 'r') && second === 'e' ? 3 : 0;
}

function letterAt(text: string, place: number, anyCase: boolean): string {
  const code = text.charCodeAt(place);
  // Only ASCII letters: others have lower-case forms among these too, which the patterns do not mean.
  if (anyCase && code >= 65 && code <= 90) return String.fromCharCode(code + 32);
  return text[place] ?? '';
}
