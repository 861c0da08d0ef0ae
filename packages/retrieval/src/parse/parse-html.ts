import type { JsonValue } from '@ibid/core';
import { decodeText, decodeTextAs } from './decode-text.js';
import { DocumentBuilder } from './document-builder.js';
import { parseHtmlDocument, type DomDocument } from './dom.js';
import { pickMainContent } from './pick-main-content.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';
import { writeHtml } from './write-html.js';

export function parseHtml(input: ParseInput): ParsedDocument {
  const charset = charsetInPage(input.bytes);
  const { text: html } = charset ? decodeTextAs(input.bytes, charset) : decodeText(input.bytes);
  const document = parseHtmlDocument(html);
  const builder = new DocumentBuilder(input.limits);
  const { parts, skip } = pickMainContent(document);
  for (const part of parts) {
    builder.startPart();
    writeHtml(part, builder, { skip, baseUrl: input.baseUrl });
  }
  const title =
    document.querySelector('title')?.textContent?.trim() ||
    metaContent(document, 'og:title') ||
    document.querySelector('h1')?.textContent?.trim();
  return builder.finish({
    title: title || titleFromName(input.name),
    mediaType: 'text/html',
    metadata: metadataOf(document),
  });
}

function charsetInPage(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i.exec(head)?.[1];
}

function metaContent(document: DomDocument, name: string): string | undefined {
  const element = document.querySelector(`meta[name="${name}"], meta[property="${name}"]`);
  return element?.getAttribute('content')?.trim() || undefined;
}

/** Names of the author and date fields of pages, most common first. */
const META_FIELDS = {
  author: ['author', 'article:author'],
  description: ['description'],
  date: [
    'article:published_time',
    'date',
    'dc.date',
    'DC.date',
    'dcterms.date',
    'citation_publication_date',
    'datePublished',
  ],
  modified: ['article:modified_time', 'last-modified', 'dcterms.modified'],
};

function metadataOf(document: DomDocument): Record<string, JsonValue> {
  const metadata: Record<string, JsonValue> = {};
  for (const [key, names] of Object.entries(META_FIELDS)) {
    const value = names.map((name) => metaContent(document, name)).find((found) => found !== undefined);
    if (value) metadata[key] = value.slice(0, 500);
  }
  const time = document.querySelector('article time[datetime], time[pubdate]')?.getAttribute('datetime');
  if (time && !metadata['date']) metadata['date'] = time.trim().slice(0, 40);
  return metadata;
}
