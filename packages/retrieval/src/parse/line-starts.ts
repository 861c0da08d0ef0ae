/** Offsets of line starts from a given offset on, with the text's length as the last entry. */
export function lineStarts(text: string, from = 0): number[] {
  const starts = [from];
  for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  if (starts.at(-1) !== text.length) starts.push(text.length);
  return starts;
}
