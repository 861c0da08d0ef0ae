import type { JsonValue } from '@ibid/core';
import { parseXml } from './dom.js';
import type { ZipArchive } from './zip-archive.js';

/** Title, author and dates from an Office file's properties. */
export function officeProperties(archive: ZipArchive): {
  title: string;
  metadata: Record<string, JsonValue>;
} {
  const xml = archive.readText('docProps/core.xml');
  if (!xml) return { title: '', metadata: {} };
  const document = parseXml(xml);
  const value = (name: string) => {
    for (const element of document.getElementsByTagName(name)) {
      const text = element.textContent?.trim();
      if (text) return text.slice(0, 500);
    }
    return '';
  };
  const metadata: Record<string, JsonValue> = {};
  const fields = {
    author: 'dc:creator',
    subject: 'dc:subject',
    created: 'dcterms:created',
    modified: 'dcterms:modified',
  };
  for (const [key, name] of Object.entries(fields)) {
    const found = value(name);
    if (found) metadata[key] = found;
  }
  return { title: value('dc:title'), metadata };
}
