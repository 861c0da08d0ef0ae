/** The line before each message: who, and when. A sentence that begins with "From" has no year at its end. */
const SEPARATOR = /^From \S+ .{0,100}\d{4}(?: [+-]\d{4})?[ \t]*\r?$/u;

export function isMboxSeparator(line: string): boolean {
  return line.startsWith('From ') && SEPARATOR.test(line);
}

/** Whether a text begins as a mailbox does. */
export function looksLikeMbox(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  return isMboxSeparator(first) && /^>?[A-Za-z][A-Za-z0-9-]*:/u.test(second);
}
