import { isUtf8 } from 'node:buffer';

export interface DecodedText {
  text: string;
  encoding: string;
}

/**
 * Decodes bytes of unknown encoding: by a byte order mark, then as valid UTF-8, then by the zero bytes that UTF-16
 * leaves in Western text, and otherwise as Windows-1252, in which every byte is valid.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  return decodeAs(bytes, encodingOf(bytes));
}

/** Even, so no UTF-16 unit is split. */
const PIECE_BYTES = 2 ** 20;

/** The same text in pieces, for streaming. Decoding everything at once takes twice its bytes. */
export function* decodePieces(bytes: Uint8Array): Generator<string> {
  const encoding = encodingOf(bytes);
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    if (encoding === 'windows-1252') yield decodeWindows1252(piece);
    else yield decoder.decode(piece, { stream: at + PIECE_BYTES < bytes.length });
  }
}

function encodingOf(bytes: Uint8Array): string {
  return encodingOfMark(bytes) ?? looksLikeUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** Decodes with a named encoding; an unknown name falls back to detection. */
export function decodeTextAs(bytes: Uint8Array, encoding: string): DecodedText {
  try {
    return decodeAs(bytes, encoding);
  } catch {
    return decodeText(bytes);
  }
}

function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  const decoder = new TextDecoder(encoding);
  const text = decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
  return { text, encoding };
}

const WINDOWS_1252_FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Some releases of Node 20 decode this encoding as Latin-1, which loses quotation marks, dashes and the euro sign. */
function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin1.replace(/[\u0080-\u009f]/g, (character) => {
    return WINDOWS_1252_FROM_0X80[character.charCodeAt(0) - 0x80] ?? character;
  });
}

function encodingOfMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function looksLikeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = Math.min(bytes.length, 2048) & ~1;
  if (sample < 4) return null;
  let zerosAtEven = 0;
  let zerosAtOdd = 0;
  for (let index = 0; index < sample; index += 2) {
    if (bytes[index] === 0) zerosAtEven++;
    if (bytes[index + 1] === 0) zerosAtOdd++;
  }
  const pairs = sample / 2;
  if (zerosAtOdd > pairs * 0.4 && zerosAtEven < pairs * 0.05) return 'utf-16le';
  if (zerosAtEven > pairs * 0.4 && zerosAtOdd < pairs * 0.05) return 'utf-16be';
  return null;
}
