import type { JsonValue } from '@ibid/core';
import { cleanText } from './clean-text.js';
import { decodeText, decodeTextAs } from './decode-text.js';
import { DocumentBuilder } from './document-builder.js';
import { parseHtmlDocument } from './dom.js';
import { decodeHeaderWords } from './mime-header.js';
import { parseMimeMessage, type MimePart } from './mime-message.js';
import { ParseError } from './parse-error.js';
import type { ParseInput } from './parse-input.js';
import type { ParsedDocument } from './parsed-document.js';
import { titleFromName } from './title-from-name.js';
import { bytesToBinary } from './transfer-encoding.js';
import { writeHtml } from './write-html.js';

const SHOWN_FIELDS = ['From', 'To', 'Cc', 'Date', 'Subject'];

/** Sender, recipients, date and text of a message, and its attachments as far as they can be read. */
export async function parseEmail(input: ParseInput): Promise<ParsedDocument> {
  const { headers, parts, isCut } = parseMimeMessage(bytesToBinary(input.bytes));
  const builder = new DocumentBuilder(input.limits);
  const metadata: Record<string, JsonValue> = {};
  const lines: string[] = [];
  for (const field of SHOWN_FIELDS) {
    const value = decodeHeaderWords(headers.get(field.toLowerCase()) ?? '');
    if (value === '') continue;
    lines.push(`${field}: ${value}`);
    if (field !== 'Subject') metadata[field.toLowerCase()] = value.slice(0, 500);
  }
  const messageId = headers.get('message-id');
  if (messageId) metadata['messageId'] = messageId.slice(0, 500);
  builder.paragraph(lines.join('\n'));
  for (const part of parts) if (!part.isAttachment) writePart(part, builder);
  const attachments = parts.filter((part) => part.isAttachment);
  if (attachments.length > 0) {
    metadata['attachments'] = attachments.map((part) => part.fileName ?? 'unnamed');
    for (const part of attachments) await writeAttachment(part, input, builder);
  }
  const subject = decodeHeaderWords(headers.get('subject') ?? '');
  const document = builder.finish({
    title: subject || titleFromName(input.name),
    mediaType: 'message/rfc822',
    metadata,
  });
  return isCut ? { ...document, shortened: ['headers'] } : document;
}

/** An unreadable attachment is named, with the reason if there is one besides its type. */
async function writeAttachment(part: MimePart, input: ParseInput, builder: DocumentBuilder): Promise<void> {
  const name = part.fileName ?? (part.mediaType === 'message/rfc822' ? 'message.eml' : 'unnamed');
  builder.heading(2, `Attachment: ${name}`);
  const size = `${part.mediaType}, ${part.content.length} bytes`;
  if (!input.readInner) {
    builder.paragraph(`${size}. Not read: it is nested too deeply.`);
    return;
  }
  try {
    builder.embed(await input.readInner({ bytes: part.content, name }), 2);
  } catch (error) {
    // Size limits apply to the whole message.
    if (!(error instanceof ParseError) || error.code === 'too_large') throw error;
    builder.paragraph(error.code === 'unsupported' ? `${size}.` : `${size}. Not read: ${error.message}`);
  }
}

function writePart(part: MimePart, builder: DocumentBuilder): void {
  if (part.mediaType === 'message/rfc822') {
    const inner = parseMimeMessage(bytesToBinary(part.content));
    builder.paragraph(`Forwarded: ${decodeHeaderWords(inner.headers.get('subject') ?? 'a message')}`);
    for (const innerPart of inner.parts) if (!innerPart.isAttachment) writePart(innerPart, builder);
    return;
  }
  if (!part.mediaType.startsWith('text/')) return;
  const { text } = part.charset ? decodeTextAs(part.content, part.charset) : decodeText(part.content);
  if (part.mediaType === 'text/html') {
    const body = parseHtmlDocument(text).body;
    if (body) writeHtml(body, builder);
    return;
  }
  for (const paragraph of cleanText(text).split(/\n[ \t]*\n/)) builder.paragraph(paragraph);
}
