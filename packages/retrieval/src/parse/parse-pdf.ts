import type { JsonValue } from '@ibid/core';
import { getDocumentProxy, getMeta } from 'unpdf';
import { DocumentBuilder } from './document-builder.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { pdfLines, type PdfLine, type PdfTextItem } from './pdf-lines.js';
import { dropRunningLines } from './pdf-running-lines.js';
import { titleFromName } from './title-from-name.js';
import { pdfTypography, writePdfPage } from './write-pdf-page.js';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

export async function parsePdf(input: ParseInput): Promise<ParsedDocument> {
  const pdf = await openPdf(input);
  if (pdf.numPages > input.limits.maxPages) {
    throw new ParseError(
      'too-large',
      `Has ${pdf.numPages} pages; at most ${input.limits.maxPages} are read.`,
    );
  }
  const pages = dropRunningLines(await readPages(pdf));
  const type = pdfTypography(pages);
  const builder = new DocumentBuilder(input.limits);
  for (const lines of pages) {
    builder.startPage();
    writePdfPage(lines, type, builder);
  }
  if (builder.isEmpty) {
    throw new ParseError('no-text', 'Holds pictures but no text (a scan?). Run it through OCR first.');
  }
  const { title, metadata } = await readProperties(pdf);
  return builder.finish({
    title: title || titleFromName(input.name),
    mediaType: 'application/pdf',
    metadata,
  });
}

async function openPdf(input: ParseInput): Promise<Pdf> {
  try {
    // The library takes the buffer over and refuses Node's own kind, so it gets a copy.
    return await getDocumentProxy(new Uint8Array(input.bytes), { verbosity: 0, isEvalSupported: false });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new ParseError('encrypted', 'The PDF is protected by a password.', { cause: error });
    }
    throw new ParseError('damaged', 'The file is damaged: it cannot be opened as a PDF.', { cause: error });
  }
}

async function readPages(pdf: Pdf): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(pdfLines(items.filter((item): item is typeof item & PdfTextItem => 'str' in item)));
    page.cleanup();
  }
  return pages;
}

async function readProperties(pdf: Pdf): Promise<{ title: string; metadata: Record<string, JsonValue> }> {
  const { info } = await getMeta(pdf);
  const value = (key: string) => {
    const found: unknown = info[key];
    return typeof found === 'string' ? found.trim().slice(0, 500) : '';
  };
  const metadata: Record<string, JsonValue> = {};
  if (value('Author')) metadata['author'] = value('Author');
  for (const [field, name] of [
    ['created', 'CreationDate'],
    ['modified', 'ModDate'],
  ] as const) {
    const date = /^(?:D:)?(\d{4})(\d\d)(\d\d)/.exec(value(name));
    if (date) metadata[field] = date.slice(1).join('-');
  }
  // Programs write the name of their own file here when nobody gave a title.
  const title = value('Title');
  return { title: /\.(docx?|pptx?|xlsx?|indd|tex|pdf)$/i.test(title) ? '' : title, metadata };
}
