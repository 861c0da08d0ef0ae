import { ParseError } from './parse-error.js';

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** The container of Office files before 2007, and of later ones with a password. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** The error to report for either kind. Neither can be read. */
export function compoundFileKind(bytes: Uint8Array): ParseError {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.includes(ENCRYPTED_PACKAGE)) {
    return new ParseError('encrypted', 'The file is protected by a password.');
  }
  return new ParseError(
    'unsupported',
    'The content is an office file of the format before 2007 (.doc, .xls, .ppt); save it as DOCX, XLSX or PPTX.',
  );
}
