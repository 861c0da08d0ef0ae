import type { JsonValue } from '@ibid/core';
import { DocumentBuilder } from './document-builder.js';
import { parseHtmlDocument, parseXml, type DomDocument } from './dom.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { relativePart } from './relative-part.js';
import { titleFromName } from './title-from-name.js';
import { writeHtml } from './write-html.js';
import { ZipArchive } from './zip-archive.js';

export const EPUB = 'application/epub+zip';

/** The parts of a book in reading order. */
export function parseEpub(input: ParseInput): ParsedDocument {
  const archive = new ZipArchive(input);
  const { name: packageName, document: book } = openPackage(archive);
  const locked = encryptedParts(archive);
  const builder = new DocumentBuilder(input.limits);
  for (const name of readingOrder(book, packageName)) {
    if (locked.has(name)) {
      throw new ParseError('encrypted', 'The book is protected (DRM) and cannot be read.');
    }
    const html = archive.readText(name);
    const body = html === null ? null : parseHtmlDocument(html).body;
    if (body) writeHtml(body, builder);
  }
  const field = (name: string) => [...book.getElementsByTagName(name)][0]?.textContent?.trim() ?? '';
  const metadata: Record<string, JsonValue> = {};
  if (field('dc:creator')) metadata['author'] = field('dc:creator').slice(0, 500);
  if (field('dc:date')) metadata['date'] = field('dc:date').slice(0, 40);
  return builder.finish({ title: field('dc:title') || titleFromName(input.name), mediaType: EPUB, metadata });
}

function openPackage(archive: ZipArchive): { name: string; document: DomDocument } {
  const container = archive.readText('META-INF/container.xml');
  const root = container && [...parseXml(container).getElementsByTagName('rootfile')][0];
  const name = root ? (root.getAttribute('full-path') ?? '') : '';
  const xml = archive.readText(name);
  if (xml === null) throw new ParseError('damaged', 'The book is damaged: its list of contents is missing.');
  return { name, document: parseXml(xml) };
}

function readingOrder(book: DomDocument, packageName: string): string[] {
  const parts = new Map<string, string>();
  for (const item of book.getElementsByTagName('item')) {
    const name = relativePart(packageName, item.getAttribute('href') ?? '');
    if (name !== null && /html/.test(item.getAttribute('media-type') ?? '')) {
      parts.set(item.getAttribute('id') ?? '', name);
    }
  }
  // Each part once: a list that names one chapter ten thousand times would make a library of a page.
  const names = [...book.getElementsByTagName('itemref')].flatMap(
    (reference) => parts.get(reference.getAttribute('idref') ?? '') ?? [],
  );
  return [...new Set(names)];
}

function encryptedParts(archive: ZipArchive): Set<string> {
  const xml = archive.readText('META-INF/encryption.xml');
  const names = new Set<string>();
  if (xml === null) return names;
  for (const element of parseXml(xml).querySelectorAll('*')) {
    const address = element.getAttribute('URI');
    const name = address && relativePart('', address);
    if (name) names.add(name);
  }
  return names;
}
