import mammoth from 'mammoth';
import { zipSync } from 'fflate';
import { DocumentBuilder } from './document-builder.js';
import { parseHtmlDocument } from './dom.js';
import { officeProperties } from './office-properties.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';
import { writeHtml } from './write-html.js';
import { ZipArchive } from './zip-archive.js';

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export async function parseDocx(input: ParseInput): Promise<ParsedDocument> {
  const archive = new ZipArchive(input);
  const html = await toHtml(archive);
  const builder = new DocumentBuilder(input.limits);
  const body = parseHtmlDocument(`<html><body>${html}</body></html>`).body;
  if (body) writeHtml(body, builder);
  const { title, metadata } = officeProperties(archive);
  const heading = body?.querySelector('h1')?.textContent?.trim();
  return builder.finish({
    title: title || heading || titleFromName(input.name),
    mediaType: DOCX,
    metadata,
  });
}

/** The library unpacks by itself and trusts sizes, so it gets a copy of the checked parts, without pictures. */
async function toHtml(archive: ZipArchive): Promise<string> {
  const checked: Record<string, Uint8Array> = {};
  for (const name of archive.names) {
    if (!/\.(xml|rels)$/i.test(name)) continue;
    const part = archive.read(name);
    if (part) checked[name] = part;
  }
  try {
    const buffer = Buffer.from(zipSync(checked, { level: 0 }));
    const withoutPicture = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
    const result = await mammoth.convertToHtml({ buffer }, { convertImage: withoutPicture });
    return result.value;
  } catch (error) {
    throw new ParseError('damaged', 'The file is damaged: its text cannot be read as a Word document.', {
      cause: error,
    });
  }
}
