/** A part of a line as it reads, with its place in the line as stored. */
export interface InlinePart {
  text: string;
  start: number;
  strong?: boolean;
  emphasis?: boolean;
  code?: boolean;
  href?: string;
}

/** Code, a link or an image, strong, emphasis. Underscores inside words are part of the words. */
const MARKS =
  /(`+)(?!`)(.+?)(?<!`)\1(?!`)|!?\[((?:[^[\]\\]|\\.)*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)|(\*\*|(?<![\p{L}\p{N}_])__)(?=\S)(.+?)(?<=\S)\5(?!\*)|(\*|(?<![\p{L}\p{N}_])_)(?=[^\s*_])(.+?)(?<=[^\s\\])\7(?![\p{L}\p{N}*_])/u;

/**
 * A line of Markdown as parts without its signs. Each part says where it stands in the stored line, so a passage is marked
 * in the right place although signs are missing. Signs that open nothing stay.
 */
export function inlineMarks(line: string): InlinePart[] {
  return partsOf(line, 0, {});
}

function partsOf(text: string, start: number, look: Omit<InlinePart, 'text' | 'start'>): InlinePart[] {
  const found = MARKS.exec(text);
  if (found === null) return text === '' ? [] : [{ text, start, ...look }];
  const [whole, ticks, code, label, address, , strong, , emphasis] = found;
  const inner = code ?? label ?? strong ?? emphasis ?? '';
  const from =
    found.index +
    (label === undefined ? whole.indexOf(inner, (ticks ?? '').length || 1) : whole.indexOf('[') + 1);
  const within =
    code !== undefined
      ? [{ text: code, start: start + from, ...look, code: true }]
      : partsOf(inner, start + from, {
          ...look,
          ...(strong !== undefined && { strong: true }),
          ...(emphasis !== undefined && { emphasis: true }),
          ...(label !== undefined &&
            address !== undefined &&
            /^https?:/iu.test(address) && { href: address }),
        });
  const end = found.index + whole.length;
  return [
    ...(found.index === 0 ? [] : [{ text: text.slice(0, found.index), start, ...look }]),
    ...within,
    ...partsOf(text.slice(end), start + end, look),
  ];
}
