import { stringEnd } from './json-children.js';

/** Deeper indentation would outgrow the content. */
const DEEPEST_INDENT = 20;

/**
 * Formats valid JSON in lines without parsing its values: a round trip through the parser would lose digits of numbers.
 */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  const newLine = () => parts.push('\n', '  '.repeat(Math.min(depth, DEEPEST_INDENT)));
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = stringEnd(text, at);
      parts.push(text.slice(at, end + 1));
      at = end;
    } else if (character === '[' || character === '{') {
      const closing = /^\s*[\]}]/.exec(text.slice(at + 1, at + 200));
      parts.push(character);
      if (closing) {
        parts.push(closing[0].trim());
        at += closing[0].length;
      } else {
        depth++;
        newLine();
      }
    } else if (character === ']' || character === '}') {
      depth--;
      newLine();
      parts.push(character);
    } else if (character === ',') {
      parts.push(',');
      newLine();
    } else if (character === ':') parts.push(': ');
    else if (!/\s/.test(character)) parts.push(character);
  }
  return parts.join('');
}
