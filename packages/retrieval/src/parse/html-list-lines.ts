import { isElement, type DomElement, type DomNode } from './dom.js';
import { inlineText } from './inline-text.js';

const INDENT = '  ';

/** A list as lines: marker, text, nested lists indented. */
export function htmlListLines(
  list: DomElement,
  options: { baseUrl?: string | undefined } = {},
  depth = 0,
): string[] {
  const lines: string[] = [];
  let number = Number(list.getAttribute('start') ?? 1) || 1;
  for (const item of list.children) {
    const nested: DomElement[] = [];
    const content: DomNode[] = [];
    for (const node of item.childNodes) {
      if (isElement(node) && (node.localName === 'ul' || node.localName === 'ol')) nested.push(node);
      else content.push(node);
    }
    const marker = list.localName === 'ol' ? `${number++}.` : '-';
    const text = inlineText(content, options).replaceAll('\n', ' ');
    if (text !== '') lines.push(`${INDENT.repeat(depth)}${marker} ${text}`);
    for (const inner of nested) {
      for (const line of htmlListLines(inner, options, depth + 1)) lines.push(line);
    }
  }
  return lines;
}
