import { isElement, isText, type DomNode } from './dom.js';

/**
 * Inline text of nodes: white space collapsed as in a browser, `br` as a line break, images as their alternative text.
 */
export function inlineText(nodes: Iterable<DomNode>, options: { baseUrl?: string | undefined } = {}): string {
  const collect = (node: DomNode): string => {
    if (isText(node)) return (node.textContent ?? '').replace(/[ \t\n\r\f]+/g, ' ');
    if (!isElement(node)) return '';
    if (node.localName === 'br') return '\n';
    if (node.localName === 'img') return node.getAttribute('alt') ?? '';
    if (node.localName === 'script' || node.localName === 'style') return '';
    const inner = [...node.childNodes].map(collect).join('');
    const address = node.localName === 'a' ? absoluteLink(node.getAttribute('href'), options.baseUrl) : null;
    if (address !== null && inner.trim() !== '') return `[${inner.trim()}](${address})`;
    // Keep flattened cells, items and paragraphs apart.
    return /^(p|div|li|td|th|dt|dd|tr)$/.test(node.localName) ? `${inner} ` : inner;
  };
  return [...nodes]
    .map(collect)
    .join('')
    .replace(/[ \u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/** Null for links to the same page or another scheme, and without a base. */
function absoluteLink(target: string | null, baseUrl: string | undefined): string | null {
  if (!baseUrl || !target || target.startsWith('#') || !URL.canParse(target, baseUrl)) return null;
  const address = new URL(target, baseUrl);
  return /^https?:$/.test(address.protocol) ? address.href : null;
}
