/* oxlint-disable no-control-regex -- this file removes control characters */

/**
 * Text as stored: only line feeds, and no characters that a database or a page cannot hold (NUL and other controls,
 * lone surrogates). Form feeds stay, because they separate pages.
 */
export function cleanText(text: string): string {
  let clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (clean.includes('\r')) clean = clean.replace(/\r\n?/g, '\n');
  if (/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(clean)) {
    clean = clean.replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g, '');
  }
  return clean.replace(/\p{Surrogate}/gu, '\ufffd');
}
