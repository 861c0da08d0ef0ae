import { DOMParser, parseHTML } from 'linkedom';

/** The parts of the DOM that parsers use. The full types would need the browser library. */
export interface DomNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  readonly parentNode: { readonly localName?: string } | null;
  readonly children: Iterable<DomElement>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  getElementsByTagName(name: string): Iterable<DomElement>;
}

export interface DomDocument {
  readonly documentElement: DomElement | null;
  readonly body: DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  getElementsByTagName(name: string): Iterable<DomElement>;
}

export function parseHtmlDocument(html: string): DomDocument {
  // Without a root element, the library creates no body.
  const whole = /<(html|body)[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`;
  return parseHTML(whole).document as DomDocument;
}

/** Entities declared in a document type are not expanded, so they cannot blow up the document. */
export function parseXml(xml: string): DomDocument {
  // The library's type is the browser's, which this package does not include.
  return new DOMParser().parseFromString(xml, 'text/xml') as unknown as DomDocument;
}

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === 1;
}

export function isText(node: DomNode): boolean {
  return node.nodeType === 3 || node.nodeType === 4;
}
