/** Quoted-printable to bytes. Invalid escapes stay as they are. */
export function decodeQuotedPrintable(text: string): Uint8Array {
  const joined = text.replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, '').replace(/=\r?\n/g, '');
  const bytes = new Uint8Array(joined.length);
  let length = 0;
  for (let at = 0; at < joined.length; at++) {
    const escape = joined[at] === '=' ? /^[0-9A-Fa-f]{2}/.exec(joined.slice(at + 1, at + 3)) : null;
    if (escape) {
      bytes[length++] = Number.parseInt(escape[0], 16);
      at += 2;
    } else bytes[length++] = joined.charCodeAt(at) & 0xff;
  }
  return bytes.subarray(0, length);
}

/** Base64 to bytes, ignoring other characters. */
export function decodeBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.replace(/[^A-Za-z0-9+/=_-]/g, ''), 'base64'));
}

/** One character per byte, for text methods. */
export function bytesToBinary(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

export function binaryToBytes(binary: string): Uint8Array {
  return new Uint8Array(Buffer.from(binary, 'latin1'));
}
