/**
 * Removes the most common endings, so `charges`, `charged` and `charging` match. Deliberately shallow, for any
 * Latin-script word: a wrong stem costs little, because both sides are stemmed alike.
 */
export function lightStem(word: string): string {
  const length = word.length;
  if (length < 4) return word;
  if (word.endsWith("'s")) return lightStem(word.slice(0, -2));
  if (length > 6 && word.endsWith('ations')) return word.slice(0, -6) + 'at';
  if (length > 5 && word.endsWith('ation')) return word.slice(0, -5) + 'at';
  if (length > 5 && word.endsWith('ingly')) return undouble(word.slice(0, -5));
  if (length > 5 && word.endsWith('ies')) return word.slice(0, -3) + 'i';
  if (length > 5 && word.endsWith('ied')) return word.slice(0, -3) + 'i';
  if (length > 5 && word.endsWith('ing')) return undouble(word.slice(0, -3));
  if (length > 4 && word.endsWith('ed')) return undouble(word.slice(0, -2));
  if (length > 4 && word.endsWith('ly')) return undouble(word.slice(0, -2));
  if (length > 4 && word.endsWith('es')) return undouble(word.slice(0, -2));
  if (word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')) return undouble(word.slice(0, -1));
  return undouble(word);
}

/** `planned` and `plan`, `create` and `creat(ed)`, `party` and `parti(es)`. */
function undouble(stem: string): string {
  const length = stem.length;
  const last = stem.charCodeAt(length - 1);
  if (length > 3 && last === stem.charCodeAt(length - 2) && !'lsz'.includes(stem.charAt(length - 1)))
    return stem.slice(0, -1);
  if (length > 3 && stem.endsWith('e')) return stem.slice(0, -1);
  if (length > 3 && stem.endsWith('y')) return stem.slice(0, -1) + 'i';
  return stem;
}
