import { SaxesParser } from 'saxes';

export interface ParsedXml {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** Root element, its attributes, and all text in it. Throws if the document is not well-formed XML 1.0. */
export function parseXml(document: string): ParsedXml {
  const parser = new SaxesParser({});
  let root: ParsedXml | undefined;
  parser.on('opentag', (tag) => {
    root ??= { name: tag.name, attributes: { ...tag.attributes }, text: '' };
  });
  parser.on('text', (text) => {
    if (root) root.text += text;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(document).close();
  if (!root) throw new Error('no element');
  return root;
}
