import type { JsonValue } from '@ibid/core';
import { getDocumentProxy, getMeta } from 'unpdf';
import { unpackOcrPage } from '../ocr/ocr-page.js';
import { writeOcrPage } from '../ocr/write-ocr-page.js';
import { DocumentBuilder } from './document-builder.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { pdfLines, type PdfLine, type PdfTextItem } from './pdf-lines.js';
import { dropRunningLines } from './pdf-running-lines.js';
import { ScannedPages } from './scanned-pages.js';
import { titleFromName } from './title-from-name.js';
import { pdfTypography, writePdfPage } from './write-pdf-page.js';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

export async function parsePdf(input: ParseInput): Promise<ParsedDocument> {
  const pdf = await openPdf(input);
  if (pdf.numPages > input.limits.maxPages) {
    throw new ParseError(
      'too_large',
      `The file has ${pdf.numPages.toLocaleString('en')} pages; at most ${input.limits.maxPages.toLocaleString('en')} are read. Split it.`,
    );
  }
  const read = await readPages(pdf);
  const { recognised } = input;
  const missing =
    recognised && hasPictures(input.bytes)
      ? read.flatMap((lines, place) => (isBare(lines) && !recognised.has(place + 1) ? [place + 1] : []))
      : [];
  if (missing.length > 0) throw new ScannedPages(missing);
  const pages = dropRunningLines(read);
  const type = pdfTypography(pages);
  const builder = new DocumentBuilder(input.limits);
  const unreadPages: number[] = [];
  for (const [place, lines] of pages.entries()) {
    builder.startPage();
    const packed = isBare(read[place] ?? []) ? recognised?.get(place + 1) : undefined;
    const picture = packed ? unpackOcrPage(packed) : null;
    if (picture?.problem !== undefined) unreadPages.push(place + 1);
    if (picture && picture.paragraphs.length > 0) writeOcrPage(picture, builder);
    else writePdfPage(lines, type, builder);
  }
  if (builder.isEmpty && unreadPages.length > 0) throw new ParseError('damaged', UNREAD);
  if (builder.isEmpty) throw new ParseError('no_text', recognised ? NO_WORDS : NO_OCR);
  const { title, metadata } = await readProperties(pdf);
  const document = builder.finish({
    title: title || titleFromName(input.name),
    mediaType: 'application/pdf',
    metadata,
  });
  return unreadPages.length > 0 ? { ...document, unreadPages } : document;
}

const NO_WORDS = 'It contains no text, and OCR found no words in its pictures.';
const UNREAD =
  'It contains no text, and its pictures could not be read: they are damaged, or too large to open.';
const NO_OCR =
  'It contains pictures but no text, as a scan does. Switch OCR on, or run it through OCR first.';
/** A page with fewer letters has only a stamp or a page number. */
const LEAST_LETTERS = 40;

/** Dictionaries that describe images are never compressed in a PDF. */
function hasPictures(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Image');
}

/** KB-9: almost no text. OCR will show whether the page is an image. */
function isBare(lines: readonly PdfLine[]): boolean {
  const text = lines.map((line) => line.text).join('');
  return text.length < 10 * LEAST_LETTERS && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < LEAST_LETTERS;
}

async function openPdf(input: ParseInput): Promise<Pdf> {
  try {
    // The library takes over the buffer and refuses Node's own kind, so pass a copy.
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
  // Without a title, programs write their file name here.
  const title = value('Title');
  return { title: /\.(docx?|pptx?|xlsx?|indd|tex|pdf)$/i.test(title) ? '' : title, metadata };
}
