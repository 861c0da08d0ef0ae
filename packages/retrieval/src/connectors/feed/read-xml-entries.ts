import { setImmediate as nextTask } from 'node:timers/promises';
import { ConnectorError } from '../connector-error.js';

/** One element of an entry. */
interface XmlField {
  attributes: Record<string, string>;
  /** All text inside it, or its markup if it is XHTML. */
  text: string;
  /** For a person: the text of its `name` element. */
  name: string | null;
}

export interface XmlEntry {
  /** The first of each name, with prefix, in lower case. */
  fields: Map<string, XmlField>;
  links: XmlField[];
}

const FIELDS = new Set(
  'guid id title link content:encoded content description summary pubdate published dc:date updated atom:updated dcterms:modified author dc:creator'.split(
    ' ',
  ),
);
const MOST_LINKS = 20;
const MOST_DELETED = 5_000;
const MOST_DEPTH = 200;
/** The parser yields to other work between parts of this size. */
const PART_CHARACTERS = 64 * 1024;

const localName = (name: string): string => name.replace(/^.*:/u, '');

/**
 * Streams the entries of RSS or Atom without building a tree, because the tree of a feed full of tags would exhaust
 * memory. Null if it is neither. Entities declared in a document type are not expanded.
 */
export async function readXmlEntries(
  xml: string,
  mostEntries: number,
): Promise<{ entries: XmlEntry[]; deleted: string[] } | null> {
  const { Parser } = await import('htmlparser2');
  const entries: XmlEntry[] = [];
  const deleted: string[] = [];
  const open: string[] = [];
  let root: string | null = null;
  /** Depth of the current entry, and the current element in it; null outside. */
  let entryDepth: number | null = null;
  let field: XmlField | null = null;
  let isMarkup = false;

  const begin = (name: string, attributes: Record<string, string>): void => {
    const depth = open.length;
    const isPart = depth === 1 || (depth === 2 && open[1] === 'channel');
    if (entryDepth === null) {
      const local = localName(name);
      if (isPart && local === 'deleted-entry' && attributes['ref'] && deleted.length < MOST_DELETED)
        deleted.push(attributes['ref']);
      if (!isPart || local !== (root === 'feed' ? 'entry' : 'item')) return;
      entryDepth = depth;
      entries.push({ fields: new Map(), links: [] });
    } else if (depth === entryDepth + 1) {
      const entry = entries.at(-1)!;
      const isWanted = name === 'link' ? entry.links.length < MOST_LINKS : !entry.fields.has(name);
      if (!FIELDS.has(name) || !isWanted) return;
      field = { attributes, text: '', name: null };
      isMarkup = attributes['type'] === 'xhtml';
      if (name === 'link') entry.links.push(field);
      else entry.fields.set(name, field);
    } else if (field && isMarkup) {
      const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
      field.text += `<${name}${said.join('')}>`;
    } else if (field && depth === entryDepth + 2 && localName(name) === 'name') field.name ??= '';
  };

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.toLowerCase();
        root ??= localName(name);
        begin(name, attributes);
        open.push(open.length === 1 ? localName(name) : name);
        if (open.length > MOST_DEPTH)
          throw new ConnectorError('unreadable', 'The feed is nested too deeply to be read.');
      },
      ontext(text) {
        if (!field) return;
        field.text += isMarkup ? escape(text) : text;
        if (field.name !== null && localName(open.at(-1) ?? '') === 'name') field.name += text;
      },
      onclosetag() {
        const name = open.pop() ?? '';
        if (entryDepth === null) return;
        if (open.length === entryDepth) entryDepth = null;
        else if (open.length === entryDepth + 1) field = null;
        else if (field && isMarkup) field.text += `</${name}>`;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < xml.length && entries.length <= mostEntries; at += PART_CHARACTERS) {
    parser.write(xml.slice(at, at + PART_CHARACTERS));
    if (root !== null && !['rss', 'rdf', 'feed'].includes(root)) return null;
    await nextTask();
  }
  parser.end();
  return root === null ? null : { entries: entries.slice(0, mostEntries), deleted };
}

function escape(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/"/gu, '&quot;');
}
