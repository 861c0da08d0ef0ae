import { parseMimeHeaders, parseMimeParameters } from './mime-header.js';
import { binaryToBytes, decodeBase64, decodeQuotedPrintable } from './transfer-encoding.js';

const MAX_DEPTH = 20;

/** A leaf part of a message, with content. */
export interface MimePart {
  mediaType: string;
  charset: string | undefined;
  /** For an attachment or a named part. */
  fileName: string | undefined;
  isAttachment: boolean;
  content: Uint8Array;
}

export interface MimeMessage {
  headers: Map<string, string>;
  /** Some header fields were too long and were cut. */
  isCut: boolean;
  parts: MimePart[];
}

/** Parses a message. Of alternatives, the plain text is kept, or the last one if there is none. */
export function parseMimeMessage(binary: string, depth = 0): MimeMessage {
  const gap = /\r?\n\r?\n/.exec(binary);
  const head = gap ? binary.slice(0, gap.index) : binary;
  const body = gap ? binary.slice(gap.index + gap[0].length) : '';
  let isCut = false;
  const headers = parseMimeHeaders(head, () => (isCut = true));
  const { value, parameters } = parseMimeParameters(headers.get('content-type') ?? 'text/plain');
  const boundary = parameters.get('boundary');
  if (value.startsWith('multipart/') && boundary && depth < MAX_DEPTH) {
    const inner = splitAtBoundary(body, boundary).map((part) => parseMimeMessage(part, depth + 1).parts);
    return {
      headers,
      isCut,
      parts: value === 'multipart/alternative' ? pickAlternative(inner) : inner.flat(),
    };
  }
  const disposition = parseMimeParameters(headers.get('content-disposition') ?? '');
  const fileName = disposition.parameters.get('filename') ?? parameters.get('name');
  const part: MimePart = {
    mediaType: value || 'text/plain',
    charset: parameters.get('charset'),
    fileName,
    isAttachment:
      disposition.value === 'attachment' || (fileName !== undefined && !value.startsWith('text/')),
    content: decodeContent(body, headers.get('content-transfer-encoding') ?? ''),
  };
  return { headers, isCut, parts: [part] };
}

function splitAtBoundary(body: string, boundary: string): string[] {
  const escaped = boundary.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pieces = body.split(new RegExp(`(?:^|\\r?\\n)--${escaped}(--)?[ \\t]*(?=\\r?\\n|$)`));
  // `split` returns the closing mark between the pieces. What follows it is not a part.
  const parts: string[] = [];
  for (let index = 2; index < pieces.length; index += 2) {
    if (pieces[index - 1] === '--') break;
    parts.push((pieces[index] ?? '').replace(/^\r?\n/, ''));
  }
  return parts;
}

function pickAlternative(alternatives: MimePart[][]): MimePart[] {
  const plain = alternatives.find((parts) =>
    parts.some((part) => part.mediaType === 'text/plain' && part.content.length > 0),
  );
  return plain ?? alternatives.at(-1) ?? [];
}

function decodeContent(body: string, encoding: string): Uint8Array {
  const name = encoding.toLowerCase().trim();
  if (name === 'base64') return decodeBase64(body);
  return name === 'quoted-printable' ? decodeQuotedPrintable(body) : binaryToBytes(body);
}
